/** Length of one game tick in milliseconds. */
export const TICK_MS = 50

/** The reason a wait ended early: its AbortSignal fired. */
export class Interrupted extends Error {
  constructor(reason: unknown) {
    super(reason instanceof Error ? reason.message : String(reason ?? 'interrupted'))
    this.name = 'Interrupted'
  }
}

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
   * @throws Interrupted when `signal` fires first.
   */
  wait(ticks: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new Interrupted(signal.reason))
      const onAbort = () => {
        clearTimeout(timer)
        reject(new Interrupted(signal?.reason))
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      }, ticks * TICK_MS)
      signal?.addEventListener('abort', onAbort, { once: true })
    })
  }
}
