import { GameClock } from '#clock/game-clock'

interface Waiting {
  readonly until: number
  readonly resolve: () => void
}

/** The clock of a world without its own time: it advances with each action. */
export class TextClock extends GameClock {
  #tick = 0
  #waiting: Waiting[] = []

  override get tick(): number {
    return this.#tick
  }

  override wait(ticks: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const onAbort = () => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting)
        reject(signal?.reason)
      }
      const waiting: Waiting = {
        until: this.#tick + ticks,
        resolve: () => {
          signal?.removeEventListener('abort', onAbort)
          resolve()
        },
      }
      this.#waiting.push(waiting)
      signal?.addEventListener('abort', onAbort, { once: true })
    })
  }

  /** Advances by a number of ticks and resolves the waits that end by then. */
  advance(ticks: number): void {
    this.#tick += ticks
    const due = this.#waiting.filter(({ until }) => until <= this.#tick)
    this.#waiting = this.#waiting.filter(({ until }) => until > this.#tick)
    for (const { resolve } of due) resolve()
  }
}
