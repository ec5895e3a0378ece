import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/** How long a page may take no data before it is cut off; it comes back by itself (ms). */
export const STALL_MS = 20_000

/**
 * Server-sent events to one page. Nothing waits in a queue here: who sends waits until the page has
 * taken what came before, and reads on only then.
 */
export class EventStream {
  readonly #response: ServerResponse
  readonly #stallMs: number
  readonly #over = new AbortController()

  constructor(response: ServerResponse, stallMs = STALL_MS) {
    this.#response = response
    this.#stallMs = stallMs
    response.on('close', () => this.#over.abort())
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.flushHeaders()
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
    const text = `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`
    if (this.#response.write(text)) return
    const stalled = setTimeout(() => this.#response.destroy(), this.#stallMs)
    await once(this.#response, 'drain', { signal: this.signal }).catch(() => {})
    clearTimeout(stalled)
  }

  end(): void {
    this.#response.end()
  }
}
