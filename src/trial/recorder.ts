import type { GameClock } from '../clock/game-clock.ts'
import { Simulation } from '../clock/simulation.ts'
import type { EventLog } from './event-log.ts'
import { EVENT_VERSION, type EventBody, eventSchema, type TrialEvent } from './events.ts'

/** Gives events their times, writes them to the log, and passes them on to who watches the trial. */
export class Recorder {
  readonly #log: EventLog
  readonly #clock: GameClock
  readonly #listeners: readonly ((event: TrialEvent) => void)[]
  readonly #startMs = Simulation.wallMs()

  constructor(
    log: EventLog,
    clock: GameClock,
    listeners: readonly ((event: TrialEvent) => void)[] = [],
  ) {
    this.#log = log
    this.#clock = clock
    this.#listeners = listeners
  }

  /** @throws ZodError when it is no event by its schema; nothing is written then. */
  record(body: EventBody): void {
    const event = eventSchema.parse({
      v: EVENT_VERSION,
      t: this.#clock.tick,
      wall: Math.round(Simulation.wallMs() - this.#startMs),
      ...body,
    })
    this.#log.append(event)
    for (const listener of this.#listeners) listener(event)
  }
}
