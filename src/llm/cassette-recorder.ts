import { closeSync, openSync, writeSync } from 'node:fs'
import { cassetteLine } from './cassette.ts'
import type { Transport, TransportReply, TransportRequest } from './transport.ts'

/** Writes every call to a cassette. Writing is synchronous, so that simulated time never waits for it. */
export class CassetteRecorder implements Transport {
  readonly #model: string
  readonly #inner: Transport
  readonly #file: number

  /** @throws Error (`EEXIST`) when the file is there already. */
  constructor(model: string, inner: Transport, file: string) {
    this.#model = model
    this.#inner = inner
    this.#file = openSync(file, 'ax')
  }

  async send(request: TransportRequest, signal: AbortSignal): Promise<TransportReply> {
    const reply = await this.#inner.send(request, signal)
    // A call that was broken off says nothing about the model.
    const { outcome } = reply
    if (outcome.ok || outcome.failure.kind !== 'aborted')
      writeSync(this.#file, `${cassetteLine(this.#model, request, reply)}\n`)
    return reply
  }

  async close(): Promise<void> {
    closeSync(this.#file)
    await this.#inner.close()
  }
}
