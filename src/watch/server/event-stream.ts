import type { ServerResponse } from 'node:http'
import type { SSEStreamingApi } from 'hono/streaming'

/** How long a page may accept no data before it is disconnected (ms). The browser then reconnects. */
const STALL_MS = 20_000

/**
 * Server-sent events to one page. There is no queue that could grow: each `send` waits until the page has
 * accepted the event.
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

  /** Fires when the page has closed or was disconnected. */
  get signal(): AbortSignal {
    return this.#over.signal
  }

  /**
   * Sends one event.
   * @param data JSON on one line.
   * @param id what the browser sends as `Last-Event-ID` when it reconnects.
   */
  async send(event: string, data: string, id?: string): Promise<void> {
    if (this.signal.aborted) return
    const stalled = setTimeout(() => this.#response.destroy(), this.#stallMs)
    await this.#stream.writeSSE({ event, data, ...(id !== undefined && { id }) })
    clearTimeout(stalled)
  }
}
