import type { SignedThought, Usage } from './model.ts'
import type { TransportRequest } from './transport.ts'

/** The APIs in which servers can be asked; `apis.ts` has them. */
export const API_NAMES = ['chat', 'responses', 'anthropic'] as const
export type ApiName = (typeof API_NAMES)[number]

/** Efforts of reasoning models. */
export const REASONING_EFFORTS = [
  'none',
  'minimal',
  'low',
  'medium',
  'high',
  'xhigh',
  'max',
] as const
export type ReasoningEffort = (typeof REASONING_EFFORTS)[number]

/** A server's status 400. */
export interface Refusal {
  readonly message: string
  /** The parameter that the server objects to; null when it names none. */
  readonly parameter: string | null
}

/** What a server supports, as far as it is known. */
export interface Capabilities {
  /** Whether answers arrive in parts, so that a long answer differs from silence. */
  readonly streams: boolean
  readonly schemas: boolean
  readonly tools: boolean
}

/** A piece of a call of a tool; pieces with one index belong together. */
export interface CallPart {
  readonly index: number
  readonly id?: string | null | undefined
  readonly name?: string | null | undefined
  readonly arguments?: string | null | undefined
  readonly extra?: unknown
}

/** A part of an answer, or the whole. Texts are appended to those of earlier parts; other fields replace them. */
export interface AnswerPart {
  readonly model?: string | null | undefined
  readonly text?: string | null | undefined
  readonly refusal?: string | null | undefined
  readonly thoughts?: string | null | undefined
  readonly calls?: readonly CallPart[] | undefined
  readonly signedThoughts?: readonly SignedThought[] | undefined
  /** `stop`, `length` at the limit of tokens, `tool_calls`, or the server's own word. */
  readonly finishReason?: string | null | undefined
  readonly usage?: Omit<Usage, 'estimated'> | null | undefined
}

/** An error of a server or of the connection to it. */
export interface ServerError {
  /** Undefined where the connection failed, and for an error within a stream. */
  readonly status: number | undefined
  readonly message: string
  /** The server's name for the error; null for none. */
  readonly code: string | null
  readonly parameter: string | null
  readonly headers: Headers | undefined
  readonly body: unknown
  /** What broke the connection; undefined where the server sent the error. */
  readonly cause: Error | undefined
  /** Whether the client waited too long. */
  readonly isTimeout: boolean
}

/** One form of requests and answers over HTTP, as one server and model support it. */
export interface Api {
  readonly takes: Capabilities
  /**
   * Sends a request once.
   * @param onLife called whenever data arrives over the connection.
   * @throws BadAnswer, WebPage, or what `errorOf` knows.
   */
  send(
    request: TransportRequest,
    signal: AbortSignal,
    onLife: () => void,
  ): AsyncIterable<AnswerPart>
  /** The error behind what `send` has thrown; undefined when it is of another kind. */
  errorOf(thrown: unknown): ServerError | undefined
  /**
   * Learns from a refusal. A refused parameter is never sent again.
   * @returns whether the same request would now be different.
   */
  learn(refusal: Refusal, request: TransportRequest): boolean
}

/** Thrown for a response that does not have the API's form. */
export class BadAnswer extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BadAnswer'
  }
}

/** Thrown for a response that is a web page: the address is not the API's, or something between it and the agent answered. */
export class WebPage extends Error {
  constructor() {
    super('the answer is a web page, not one of the API; check --base-url')
    this.name = 'WebPage'
  }
}
