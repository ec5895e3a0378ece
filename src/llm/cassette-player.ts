import { type CassetteLine, hashOf } from './cassette.ts'
import { notSent, type Transport, type TransportReply, type TransportRequest } from './transport.ts'

/** Answers from a cassette: the same requests get the same replies, in the order they were recorded. */
export class CassettePlayer implements Transport {
  readonly #replies = new Map<string, TransportReply[]>()

  constructor(lines: readonly CassetteLine[]) {
    for (const { hash, reply } of lines) {
      const queue = this.#replies.get(hash)
      if (queue) queue.push(reply)
      else this.#replies.set(hash, [reply])
    }
  }

  async send(request: TransportRequest, signal: AbortSignal): Promise<TransportReply> {
    if (signal.aborted) return notSent({ kind: 'aborted', detail: 'stopped from outside' })
    const hash = hashOf(request)
    const reply = this.#replies.get(hash)?.shift()
    if (reply) return reply
    const known = this.#replies.has(hash) ? 'is used up' : 'was not recorded'
    return notSent({
      kind: 'not-recorded',
      detail: `the ${request.purpose} call ${hash.slice(0, 12)} ${known}`,
    })
  }

  async close(): Promise<void> {}
}
