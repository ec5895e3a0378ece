import type { ServerResponse } from 'node:http'
import type { SSEStreamingApi } from 'hono/streaming'

/** How long a page may take no data before it is cut off; it comes back by itself (ms). */
const STALL_MS = 20_000

/**
 * Server-sent events to one page. No queue grows here: who sends waits until the page has taken what
 * came before, and reads on only then.
 */
export class EventStream {
  readonly #stream: SSEStreamingApi
  readonly #response: ServerResponse
  readonly #stallMs: number
  readonly #over = new AbortController()

  constructor(stream: SSEStreamingApi, response: ServerResponse, stallMs = STALL_MS) {
    this.#stream = stream
    this.#response = response
    this.#stallMs = stallMs
    stream.onAbort(() => this.#over.abort())
  }

  /** Fires when the page is gone, or was cut off. */
  get signal(): AbortSignal {
    return this.#over.signal
  }

  /**
   * Sends one event.
   * @param data JSON in one line.
   * @param id what the page says when it comes back after the line broke.
   */
  async send(event: string, data: string, id?: string): Promise<void> {
    if (this.signal.aborted) return
    const stalled = setTimeout(() => this.#response.destroy(), this.#stallMs)
    await this.#stream.writeSSE({ event, data, ...(id !== undefined && { id }) })
    clearTimeout(stalled)
  }
}
