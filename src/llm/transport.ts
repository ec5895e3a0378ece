import type { ChatMessage, ModelFailure, SignedThought, ToolCall, Usage } from './model.ts'

/** A tool as plain data. */
export interface ToolDefinition {
  readonly name: string
  readonly description: string
  /** JSON schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>
}

/** One call as plain data, for other threads and for recordings. */
export interface TransportRequest {
  readonly purpose: string
  readonly messages: readonly ChatMessage[]
  /** JSON schema of the answer; null for plain text. */
  readonly schema: Readonly<Record<string, unknown>> | null
  readonly tools: readonly ToolDefinition[]
  /** Whether the answer must be a call of a tool. */
  readonly mustCall: boolean
  /** Limit of the answer (tokens). */
  readonly maxOutputTokens: number
  /** Limit of the answer and its thoughts, for a model that thinks (tokens). */
  readonly maxThinkingTokens: number
  readonly temperature: number | null
  /** Whether labelled thoughts are part of the answer's form. */
  readonly thinksAloud: boolean
  /** Stop sequences. */
  readonly stop: readonly string[]
}

/** An answer of a model. */
export interface TransportAnswer {
  readonly text: string
  readonly calls: readonly ToolCall[]
  /** Only where there are calls. */
  readonly signedThoughts: readonly SignedThought[]
  readonly finishReason: string
}

export type TransportOutcome =
  | ({ readonly ok: true } & TransportAnswer)
  | { readonly ok: false; readonly failure: ModelFailure }

export interface TransportReply {
  readonly outcome: TransportOutcome
  /** The model's thoughts before its answer, as far as the server reports them; empty for none. */
  readonly thoughts: string
  /** Usage of all attempts together; null when no attempt got an answer. */
  readonly usage: Usage | null
  /** The model that answered, by the server's report. */
  readonly responseModel: string | null
  readonly latencyMs: number
  /** Number of requests sent to the server. */
  readonly attempts: number
  /** Messages dropped to fit the prompt into the model's window. */
  readonly droppedMessages: number
  /** The limit of the answer that was sent last (tokens); null when nothing was sent. */
  readonly maxOutputTokens: number | null
}

/** A pause that a model's server asks for before it is asked again. */
export interface AskedPause {
  readonly seconds: number
  /** Name or address of the server, with its port. */
  readonly host: string
  /** Why the server did not answer, in one line without secrets. It may quote the server, so it is untrusted. */
  readonly detail: string
}

/** Hears of a call before its reply. */
export interface CallListener {
  /** Gets the end of an answer so far while it arrives, at most some times per second; it is untrusted. */
  onWords?(words: string): void
  /** A pause begins. */
  onPause?(pause: AskedPause): void
}

/** A connection to a model: a server, a client in another thread, or a recording. */
export interface Transport {
  /** Rejects only for a bug; a fired signal is a failure of the kind `aborted`. */
  send(
    request: TransportRequest,
    signal: AbortSignal,
    listener?: CallListener,
  ): Promise<TransportReply>
  close(): Promise<void>
}

/** The reply to a request that was not sent. */
export function notSent(failure: ModelFailure): TransportReply {
  return {
    outcome: { ok: false, failure },
    thoughts: '',
    usage: null,
    responseModel: null,
    latencyMs: 0,
    attempts: 0,
    droppedMessages: 0,
    maxOutputTokens: null,
  }
}
