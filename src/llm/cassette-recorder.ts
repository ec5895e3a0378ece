import { closeSync, openSync, writeSync } from 'node:fs'
import { cassetteLine } from './cassette.ts'
import type { Transport, TransportReply, TransportRequest } from './transport.ts'

/** Records every call to a cassette. Writes are synchronous, so that simulated time never waits for them. */
export class CassetteRecorder implements Transport {
  readonly #model: string
  readonly #inner: Transport
  readonly #file: number

  /** @throws Error (`EEXIST`) when the file already exists. */
  constructor(model: string, inner: Transport, file: string) {
    this.#model = model
    this.#inner = inner
    this.#file = openSync(file, 'ax')
  }

  async send(request: TransportRequest, signal: AbortSignal): Promise<TransportReply> {
    const reply = await this.#inner.send(request, signal)
    // An aborted call says nothing about the model.
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
