/** Length of one game tick in milliseconds. */
export const TICK_MS = 50

/**
 * Game time for everything that waits. It reads the process's `Date` and `setTimeout`, so inside a
 * {@link Simulation} it is the simulated clock and against a real server it is the wall clock.
 */
export class GameClock {
  readonly #start = Date.now()

  /** Whole ticks (50 ms each) since this clock was made. */
  get tick(): number {
    return Math.floor((Date.now() - this.#start) / TICK_MS)
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
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      }, ticks * TICK_MS)
      signal?.addEventListener('abort', onAbort, { once: true })
    })
  }
}
