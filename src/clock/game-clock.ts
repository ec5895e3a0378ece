/** Length of one game tick in milliseconds. */
export const TICK_MS = 50

/** Node's limit on timers (ms). */
const MAX_TIMER_MS = 2 ** 31 - 1
/** Least share of the clock's time that counts: a server cannot stop the clock. */
const MIN_RATE = 0.25
/** A server that missed a tick within this time is late (ticks). */
const LATE_TICKS = 200

/**
 * Game time. It uses the process's `performance` and `setTimeout`. In a {@link Simulation} it follows the simulated clock; on
 * a real server it follows monotonic time, which changes of the wall clock do not affect. Where the server is late, its
 * ticks count.
 */
export class GameClock {
  readonly #startMs = performance.now()
  /** Ticks that the server has not run since the clock's creation. */
  #missed = 0
  /** When the server last missed ticks. */
  #missedAt = Number.NEGATIVE_INFINITY
  /** Highest tick so far: the clock never goes back. */
  #last = 0

  /** Whole ticks (50 ms each) since the creation of this clock. */
  get tick(): number {
    const counted = this.rawTick - this.#missed
    this.#last = Math.max(this.#last, counted)
    return this.#last
  }

  /** Ticks of 50 ms since the creation of this clock, whatever the server did. */
  get rawTick(): number {
    return Math.floor((performance.now() - this.#startMs) / TICK_MS)
  }

  /** Ticks that the server has not run since the creation of this clock, as far as it is known. */
  get missedTicks(): number {
    return this.#missed
  }

  /** Whether the server's ticks come late at present, as far as it is known. */
  get isServerLate(): boolean {
    return this.rawTick - this.#missedAt < LATE_TICKS
  }

  /**
   * Sets how many ticks the server has not run since the creation of this clock. The clock then stands still until the
   * server's ticks have caught up with it; waits take longer.
   */
  serverMissed(ticks: number): void {
    if (ticks > this.#missed) this.#missedAt = this.rawTick
    this.#missed = Math.min(Math.max(0, ticks), Math.floor(this.rawTick * (1 - MIN_RATE)))
  }

  /**
   * Waits for a number of game ticks.
   * @throws the signal's reason when `signal` fires first.
   */
  wait(ticks: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const onAbort = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const missedBefore = this.#missed
      let countedMissed = 0
      let timer: NodeJS.Timeout
      const waitFor = (ms: number) => {
        const part = Math.min(ms, MAX_TIMER_MS)
        timer = setTimeout(() => {
          if (ms > part) return waitFor(ms - part)
          // Ticks that the server missed during the wait.
          const missed = this.#missed - missedBefore - countedMissed
          if (missed > 0) {
            countedMissed += missed
            return waitFor(missed * TICK_MS)
          }
          signal?.removeEventListener('abort', onAbort)
          resolve()
        }, part)
      }
      waitFor(ticks * TICK_MS)
      signal?.addEventListener('abort', onAbort, { once: true })
    })
  }
}
