import type { z } from 'zod'

/** A function that a model may call. */
export interface Tool {
  readonly name: string
  readonly description: string
  /** Schema of the arguments; an object. */
  readonly schema: z.ZodType
}

/** A model's call of a tool. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  /** JSON by the model, so untrusted; it may be cut off. */
  readonly arguments: string
  /** What the server attached to the call and wants back with it. */
  readonly extra?: unknown
}

/** A thought that a server signed or encrypted, and wants back unchanged while the calls after it are answered. */
export type SignedThought = Readonly<Record<string, unknown>>

export const MESSAGE_ROLES = ['system', 'user', 'assistant', 'tool'] as const

export interface ChatMessage {
  readonly role: (typeof MESSAGE_ROLES)[number]
  /** In a message of the role `tool`, the result of the call. */
  readonly content: string
  /** Calls of tools in a message of the model; by default, none. */
  readonly calls?: readonly ToolCall[]
  readonly signedThoughts?: readonly SignedThought[]
  /** In a message of the role `tool`, the call that it answers. */
  readonly callId?: string
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
  /** Tools that the model may call, where the server supports tools; by default, none. */
  readonly tools?: readonly Tool[]
  /** Whether the answer must be a call of a tool. */
  readonly mustCall?: boolean
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
  /** Input tokens that the server wrote to its cache, where they cost extra; omitted where it does not say. */
  readonly cacheWriteTokens?: number | undefined
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
  /** The response does not have the API's form. */
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
      /** Untrusted; within the settings' limit, without the model's thoughts, and not empty unless there are calls. */
      readonly text: string
      /** Calls of tools; by default, none. */
      readonly calls?: readonly ToolCall[]
      readonly signedThoughts?: readonly SignedThought[]
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
