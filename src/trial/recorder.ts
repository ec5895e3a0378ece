import type { GameClock } from '#clock/game-clock'
import { Simulation } from '#clock/simulation'
import { EVENT_VERSION, type EventBody, eventSchema, type TrialEvent } from '#events/events'
import type { EventLog } from './event-log.ts'

/**
 * Maximum number of events per tick. More come only from a loop in which no time passes, which would block signals and
 * timers and fill the disk.
 */
const MAX_EVENTS_PER_TICK = 1000
/** Events at the end of a trial, which are always written. */
const CLOSING: readonly string[] = ['verdict', 'client-limit-violations', 'trial-end']

/** Adds the times to events, writes them to the log, and passes them to the listeners. */
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
   * @throws ZodError for an invalid event, which is not written.
   * @throws Error after {@link MAX_EVENTS_PER_TICK} events in one tick.
   */
  record(body: EventBody): void {
    const t = this.#clock.tick
    this.#inLastTick = t === this.#lastTick ? this.#inLastTick + 1 : 1
    this.#lastTick = t
    if (this.#inLastTick > MAX_EVENTS_PER_TICK && !CLOSING.includes(body.type))
      throw new Error(
        `more than ${MAX_EVENTS_PER_TICK} events in tick ${t}; the last is ${body.type}`,
      )
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
