import type { GameClock } from '#clock/game-clock'
import { Simulation } from '#clock/simulation'
import { EVENT_VERSION, type EventBody, eventSchema, type TrialEvent } from '#events/events'
import type { EventLog } from './event-log.ts'

/**
 * More events than this in one tick come from a loop in which no time passes. Such a loop would
 * never let a signal or a timer in, and fill the disk.
 */
const MOST_IN_A_TICK = 1000
/** What is still to be written at the end of a trial, in whatever tick. */
const CLOSING: readonly string[] = ['verdict', 'client-limit-violations', 'trial-end']

/** Gives events their times, writes them to the log, and passes them on to who watches the trial. */
export class Recorder {
  readonly #log: EventLog
  readonly #clock: GameClock
  readonly #listeners: readonly ((event: TrialEvent) => void)[]
  readonly #startMs = Simulation.wallMs()
  #lastTick = 0
  #inLastTick = 0

  constructor(
    log: EventLog,
    clock: GameClock,
    listeners: readonly ((event: TrialEvent) => void)[] = [],
  ) {
    this.#log = log
    this.#clock = clock
    this.#listeners = listeners
  }

  /**
   * @throws ZodError when it is no event by its schema; nothing is written then.
   * @throws Error when there is no end of events while no time passes.
   */
  record(body: EventBody): void {
    const t = this.#clock.tick
    this.#inLastTick = t === this.#lastTick ? this.#inLastTick + 1 : 1
    this.#lastTick = t
    if (this.#inLastTick > MOST_IN_A_TICK && !CLOSING.includes(body.type))
      throw new Error(`more than ${MOST_IN_A_TICK} events in tick ${t}; the last is ${body.type}`)
    const event = eventSchema.parse({
      v: EVENT_VERSION,
      t,
      wall: Math.round(Simulation.wallMs() - this.#startMs),
      ...body,
    })
    this.#log.append(event)
    for (const listener of this.#listeners) listener(event)
  }
}
