import type { z } from 'zod'

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
  /** Always stays in the prompt, however long the dialogue grows: the current plan, the last failure. */
  readonly pinned?: boolean
}

export interface ModelRequest<T = unknown> {
  /**
   * The dialogue so far. System messages at its head, the first user message and the last message
   * always stay; of the rest the oldest exchanges go first when the model's window is too small.
   */
  readonly messages: readonly ChatMessage[]
  /** What the call is for, such as `plan` or `explain`: one word, for the event log. */
  readonly purpose: string
  /** Asks for an object of this form, where the server can give one. */
  readonly schema?: z.ZodType<T>
  /** The settings' limit when left out. */
  readonly maxOutputTokens?: number
  /** The server's own when left out. */
  readonly temperature?: number
  /** Whether lines such as `Thought: ...` are part of the answer's own form, as in ReAct, and stay in it. */
  readonly thinksAloud?: boolean
  /** The answer ends before the first of these, whether or not the server knows of stop sequences; none when left out. */
  readonly stop?: readonly string[]
}

/** Tokens of one call; estimated where the server does not report them. */
export interface Usage {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly estimated: boolean
}

/** Why a call brought no answer. */
export const MODEL_FAILURES = [
  /** 401 or 403: the key is wrong or may not use the model. */
  'auth',
  'rate-limit',
  /** 5xx. */
  'server',
  /** Refused, reset, or cut off in the middle of the answer. */
  'connection',
  /** Nothing came for too long. */
  'timeout',
  'empty',
  /** The answer passes the limit, or what must stay of the prompt does not fit the model's window. */
  'too-long',
  /** The calls, tokens or dollars of the trial are used up. */
  'budget',
  'aborted',
  /** What came is no chat completion. */
  'bad-output',
  /** The server will not do what is asked, such as serve an unknown model. */
  'rejected',
  /** The cassette holds no answer to this request. */
  'not-recorded',
] as const
export type ModelFailureKind = (typeof MODEL_FAILURES)[number]

export interface ModelFailure {
  readonly kind: ModelFailureKind
  /** One line without secrets. It may quote the server: data, not to be trusted. */
  readonly detail: string
}

export type ModelResult<T = unknown> =
  | {
      readonly ok: true
      /** Untrusted, not empty, no longer than the settings allow, and without what the model thought before it. */
      readonly text: string
      /** What the schema makes of the text; undefined when it is not of that form or none was asked for. */
      readonly object?: T
      /** `stop`, or `length` when the answer was cut off at its limit of tokens. */
      readonly finishReason: string
      readonly usage: Usage
      /** Wall-clock time of the call with all its attempts. */
      readonly latencyMs: number
    }
  | { readonly ok: false; readonly failure: ModelFailure }

/** A language model to talk to. */
export interface ChatModel {
  /** Name of the model, as asked for. */
  readonly name: string
  /** Never rejects: whatever goes wrong is a failure, that of a fired signal too. */
  complete<T>(request: ModelRequest<T>, signal: AbortSignal): Promise<ModelResult<T>>
}
