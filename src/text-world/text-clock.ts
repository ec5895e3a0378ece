import { GameClock } from '#clock/game-clock'

interface Waiting {
  readonly until: number
  readonly resolve: () => void
}

/** The clock of a world without time of its own: it moves when something is done. */
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
        this.#waiting = this.#waiting.filter((one) => one !== waiting)
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

  /** Lets ticks pass, and those who waited for them go on. */
  advance(ticks: number): void {
    this.#tick += ticks
    const due = this.#waiting.filter(({ until }) => until <= this.#tick)
    this.#waiting = this.#waiting.filter(({ until }) => until > this.#tick)
    for (const { resolve } of due) resolve()
  }
}
