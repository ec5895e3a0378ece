/** Length of one game tick in milliseconds. */
export const TICK_MS = 50

/** Node's limit on timers (ms). */
const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * Game time. It uses the process's `performance` and `setTimeout`. In a {@link Simulation} it follows the simulated clock; on
 * a real server it follows monotonic time, which changes of the wall clock do not affect.
 */
export class GameClock {
  readonly #startMs = performance.now()

  /** Whole ticks (50 ms each) since the creation of this clock. */
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
        const part = Math.min(ms, MAX_TIMER_MS)
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
