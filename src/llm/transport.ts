import type { ChatMessage, ModelFailure, Usage } from './model.ts'

/** One call as plain data: it can go to another thread, and to a cassette. */
export interface TransportRequest {
  readonly purpose: string
  readonly messages: readonly ChatMessage[]
  /** JSON schema of the answer; null for plain text. */
  readonly schema: Readonly<Record<string, unknown>> | null
  readonly maxOutputTokens: number
  readonly temperature: number | null
  /** Whether labelled thoughts are part of the answer's own form. */
  readonly thinksAloud: boolean
  /** The answer ends before the first of these. */
  readonly stop: readonly string[]
}

export type TransportOutcome =
  | { readonly ok: true; readonly text: string; readonly finishReason: string }
  | { readonly ok: false; readonly failure: ModelFailure }

export interface TransportReply {
  readonly outcome: TransportOutcome
  /** What the model thought before it answered, as far as the server tells; empty for nothing. */
  readonly thoughts: string
  /** Of all attempts together; null when none got as far as an answer. */
  readonly usage: Usage | null
  /** The model that the server says has answered. */
  readonly responseModel: string | null
  readonly latencyMs: number
  /** Requests sent to the server. */
  readonly attempts: number
  /** Messages left out to fit the model's window. */
  readonly droppedMessages: number
}

/** A way to a model: a server, one in another thread, or a cassette. */
export interface Transport {
  /** Never rejects but for a bug; a fired signal is a failure of the kind `aborted`. */
  send(request: TransportRequest, signal: AbortSignal): Promise<TransportReply>
  close(): Promise<void>
}

/** A reply to a request that reached no server. */
export function notSent(failure: ModelFailure): TransportReply {
  return {
    outcome: { ok: false, failure },
    thoughts: '',
    usage: null,
    responseModel: null,
    latencyMs: 0,
    attempts: 0,
    droppedMessages: 0,
  }
}
