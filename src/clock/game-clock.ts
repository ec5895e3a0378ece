/** Length of one game tick in milliseconds. */
export const TICK_MS = 50

/** Longest time that a timer can be set to (ms). */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * Game time for everything that waits. It reads the process's `performance` and `setTimeout`, so inside
 * a {@link Simulation} it is the simulated clock, and against a real server time that passes evenly,
 * whatever is done to the wall clock.
 */
export class GameClock {
  readonly #startMs = performance.now()

  /** Whole ticks (50 ms each) since this clock was made. */
  get tick(): number {
    return Math.floor((performance.now() - this.#startMs) / TICK_MS)
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
      let timer: NodeJS.Timeout
      const waitFor = (ms: number) => {
        const part = Math.min(ms, LONGEST_TIMER_MS)
        timer = setTimeout(() => {
          if (ms > part) return waitFor(ms - part)
          signal?.removeEventListener('abort', onAbort)
          resolve()
        }, part)
      }
      waitFor(ticks * TICK_MS)
      signal?.addEventListener('abort', onAbort, { once: true })
    })
  }
}
