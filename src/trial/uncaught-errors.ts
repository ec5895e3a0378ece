/** Errors that nobody caught, such as one thrown in a packet's handler. */
export class UncaughtErrors {
  readonly #handlers = new Set<(error: Error) => void>()
  /** Rejects with the first one that nobody had asked to be told of. */
  readonly unheard: Promise<never>

  /** @param over ends the catching. */
  constructor(over: AbortSignal) {
    this.unheard = new Promise((_, reject) => {
      const onError = (error: Error) => {
        if (this.#handlers.size === 0) reject(error)
        for (const handler of this.#handlers) handler(error)
      }
      process.on('uncaughtException', onError)
      over.addEventListener('abort', () => process.off('uncaughtException', onError))
    })
  }

  /** Tells of errors from now on, until what comes back is called. */
  readonly tell = (handler: (error: Error) => void): (() => void) => {
    this.#handlers.add(handler)
    return () => this.#handlers.delete(handler)
  }
}
