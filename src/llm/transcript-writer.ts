import { closeSync, openSync, writeSync } from 'node:fs'
import type { ChatMessage } from './model.ts'
import type { Reading } from './reading.ts'
import { redact } from './secret.ts'
import {
  boundedReading,
  hashOf,
  MAX_ANSWER,
  MAX_MESSAGE,
  TRANSCRIPT_VERSION,
  type TranscriptLine,
  transcribed,
} from './transcript.ts'
import type { TransportReply, TransportRequest } from './transport.ts'

/** Number of calls among which the previous call of a dialogue is found. */
const MAX_RECENT = 32

/** A call with its reply. */
export interface RecordedCall {
  /** The part of the strategy whose own model was asked; null for the main model. */
  readonly role: string | null
  readonly model: string
  /** The server's key, which must not appear; empty for none. */
  readonly key: string
  readonly request: TransportRequest
  readonly reply: TransportReply
  /** How the strategy reads the answer; null for none. */
  readonly reading: Reading | null
}

interface RecentCall {
  readonly call: number
  readonly messages: readonly ChatMessage[]
}

/** Writes a transcript. Writes are synchronous, so that simulated time never waits for them. */
export class TranscriptWriter {
  readonly #file: number
  readonly #onFailure: (error: unknown) => void
  #calls = 0
  #recent: RecentCall[] = []
  #hasFailed = false

  /**
   * @param onFailure called once, when a line cannot be written.
   * @throws Error (`EEXIST`) when the file already exists.
   */
  constructor(file: string, onFailure: (error: unknown) => void) {
    this.#file = openSync(file, 'ax')
    this.#onFailure = onFailure
  }

  record(recorded: RecordedCall): void {
    const { outcome } = recorded.reply
    // An aborted call says nothing about the model.
    if (this.#hasFailed || (!outcome.ok && outcome.failure.kind === 'aborted')) return
    try {
      writeSync(this.#file, `${JSON.stringify(this.#lineOf(recorded))}\n`)
    } catch (error) {
      this.#hasFailed = true
      this.#onFailure(error)
    }
  }

  close(): void {
    closeSync(this.#file)
  }

  #lineOf({ role, model, key, request, reply, reading }: RecordedCall): TranscriptLine {
    const { purpose, messages, schema, tools, maxOutputTokens, temperature } = request
    const call = ++this.#calls
    const { since, kept } = this.#previous(messages)
    this.#recent = [...this.#recent, { call, messages }].slice(-MAX_RECENT)
    const { outcome } = reply
    return {
      ...{ v: TRANSCRIPT_VERSION, call, purpose, role, model, hash: hashOf(request), since, kept },
      messages: messages.slice(kept).map((message) => ({
        ...transcribed(message),
        content: redact(message.content, key).slice(0, MAX_MESSAGE),
      })),
      ...{ structured: schema !== null, tools: tools.map(({ name }) => name) },
      ...{ maxOutputTokens, temperature },
      reply: {
        ...reply,
        outcome: outcome.ok
          ? {
              ...outcome,
              text: redact(outcome.text, key).slice(0, MAX_ANSWER),
              calls: [...outcome.calls],
              signedThoughts: [...outcome.signedThoughts],
            }
          : outcome,
        thoughts: redact(reply.thoughts, key).slice(0, MAX_ANSWER),
      },
      reading: reading && boundedReading(reading),
    }
  }

  /** The recent call that begins with the most messages of a dialogue. */
  #previous(messages: readonly ChatMessage[]): { since: number | null; kept: number } {
    let best: { since: number | null; kept: number } = { since: null, kept: 0 }
    for (const { call, messages: earlier } of this.#recent) {
      const kept = commonStart(earlier, messages)
      if (kept > 0 && kept >= best.kept) best = { since: call, kept }
    }
    return best
  }
}

function commonStart(a: readonly ChatMessage[], b: readonly ChatMessage[]): number {
  const end = a.findIndex((message, index) => {
    const other = b[index]
    return !other || JSON.stringify(transcribed(message)) !== JSON.stringify(transcribed(other))
  })
  return end < 0 ? a.length : end
}
