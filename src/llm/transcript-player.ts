import { hashOf, type TranscriptLine } from './transcript.ts'
import { notSent, type Transport, type TransportReply, type TransportRequest } from './transport.ts'

/** Replays the calls of a transcript: equal requests get their replies in the order of the transcript. */
export class TranscriptPlayer implements Transport {
  readonly #replies = new Map<string, TransportReply[]>()

  constructor(lines: readonly TranscriptLine[]) {
    for (const { hash, reply } of lines) {
      const queue = this.#replies.get(hash)
      if (queue) queue.push(reply)
      else this.#replies.set(hash, [reply])
    }
  }

  async send(request: TransportRequest, signal: AbortSignal): Promise<TransportReply> {
    if (signal.aborted) return notSent({ kind: 'aborted', detail: 'stopped' })
    const hash = hashOf(request)
    const reply = this.#replies.get(hash)?.shift()
    if (reply) return reply
    const call = `${request.purpose} call ${hash.slice(0, 12)}`
    const detail = this.#replies.has(hash)
      ? `every recorded reply to the ${call} has been replayed`
      : `the ${call} is not in the transcript`
    return notSent({ kind: 'not-recorded', detail })
  }

  async close(): Promise<void> {}
}
