import type { z } from 'zod'

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
  /** Whether the message always stays in the prompt, for example the current plan and the last failure. */
  readonly pinned?: boolean
}

export interface ModelRequest<T = unknown> {
  /**
   * The dialogue so far. System messages, the first user message and the last message always stay. When the model's window
   * is too small, the oldest exchanges are dropped first.
   */
  readonly messages: readonly ChatMessage[]
  /** Purpose of the call in one word, such as `plan` or `explain`, for the event log. */
  readonly purpose: string
  /** Schema of the answer, where the server supports schemas. */
  readonly schema?: z.ZodType<T>
  /** By default, the settings' limit. */
  readonly maxOutputTokens?: number
  /** By default, the server's own. */
  readonly temperature?: number
  /** Whether lines such as `Thought: ...` are part of the answer's form, as in ReAct, and stay in it. */
  readonly thinksAloud?: boolean
  /** Stop sequences, also for servers that do not support them; by default, none. */
  readonly stop?: readonly string[]
}

/** Tokens of one call; estimated where the server does not report them. */
export interface Usage {
  readonly inputTokens: number
  readonly outputTokens: number
  /** Input tokens that the server read from its cache; omitted where it does not say. */
  readonly cachedTokens?: number | undefined
  /** Output tokens of thoughts; omitted where it does not say. */
  readonly reasoningTokens?: number | undefined
  readonly estimated: boolean
}

/** Why a call got no answer. */
export const MODEL_FAILURES = [
  /** 401 or 403: the key is wrong or may not use the model. */
  'auth',
  'rate-limit',
  /** 5xx. */
  'server',
  /** The connection was refused, reset, or closed within the answer. */
  'connection',
  /** The server was silent for too long. */
  'timeout',
  'empty',
  /** The answer exceeds the limit. */
  'too-long',
  /** The prompt does not fit the model's window. */
  'window',
  /** The trial's limit of calls, tokens or dollars is reached. */
  'budget',
  'aborted',
  /** The response is not a chat completion. */
  'bad-output',
  /** The server refuses the request, for example for an unknown model. */
  'rejected',
  /** The recording holds no answer to this request. */
  'not-recorded',
] as const
export type ModelFailureKind = (typeof MODEL_FAILURES)[number]

export interface ModelFailure {
  readonly kind: ModelFailureKind
  /** One line without secrets. It may quote the server, so it is untrusted. */
  readonly detail: string
}

export type ModelResult<T = unknown> =
  | {
      readonly ok: true
      /** Untrusted; not empty, within the settings' limit, and without the model's thoughts. */
      readonly text: string
      /** The text parsed by the schema; undefined without a schema and when the text does not match. */
      readonly object?: T
      /** `stop`, or `length` when the answer was cut off at its limit of tokens. */
      readonly finishReason: string
      readonly usage: Usage
      /** Wall-clock time of the call with all its attempts (ms). */
      readonly latencyMs: number
    }
  | { readonly ok: false; readonly failure: ModelFailure }

/** A language model. */
export interface ChatModel {
  /** Name of the model, as requested. */
  readonly name: string
  /** Never rejects: every problem is a failure, a fired signal included. */
  complete<T>(request: ModelRequest<T>, signal: AbortSignal): Promise<ModelResult<T>>
}
