/** Delay that a world makes up; it skips the ticks of a longer one (ms). The game does the same. */
const MAX_DELAY_MS = 2000
/** Maximum number of ticks at once. */
const MAX_TICKS = 2

/** Keeps the pace of a world although its timer is late: says how many ticks are due each time the timer fires. */
export class TickSchedule {
  readonly #interval: number
  /** When the next tick is due (ms). */
  #next: number

  /** @param interval time between two ticks (ms). */
  constructor(interval: number, now: number) {
    this.#interval = interval
    this.#next = now + interval
  }

  /** Number of ticks that are due; at least one. */
  due(now: number): number {
    if (now - this.#next > MAX_DELAY_MS) this.#next = now
    const late = Math.floor((now - this.#next) / this.#interval)
    const ticks = Math.max(1, Math.min(MAX_TICKS, late + 1))
    this.#next += ticks * this.#interval
    return ticks
  }
}
