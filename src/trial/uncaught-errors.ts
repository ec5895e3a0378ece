/** Receives uncaught errors, such as one thrown in a packet's handler. */
export class UncaughtErrors {
  readonly #handlers = new Set<(error: Error) => void>()
  /** Rejects with the first error that has no handler. */
  readonly unhandled: Promise<never>

  /** @param over Stops receiving errors. */
  constructor(over: AbortSignal) {
    this.unhandled = new Promise((_, reject) => {
      const receive = (error: Error) => {
        if (this.#handlers.size === 0) reject(error)
        for (const handler of this.#handlers) handler(error)
      }
      process.on('uncaughtException', receive)
      over.addEventListener('abort', () => process.off('uncaughtException', receive))
    })
  }

  /** Calls the handler with each error until the returned function is called. */
  readonly onError = (handler: (error: Error) => void): (() => void) => {
    this.#handlers.add(handler)
    return () => this.#handlers.delete(handler)
  }
}
