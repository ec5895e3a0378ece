import type { ChatCompletionCreateParams } from 'openai/resources/chat/completions'
import type { Provider } from './providers.ts'
import type { TransportRequest } from './transport.ts'
import { turnsOf } from './turns.ts'

/** Reasoning efforts of the chat completions API. */
export const REASONING_EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'] as const
export type ReasoningEffort = (typeof REASONING_EFFORTS)[number]

/** The settings of a server before the first request. */
export interface DialectSettings {
  /** Whether answers arrive in chunks, so that a long answer differs from silence. */
  readonly stream: boolean
  readonly reasoningEffort: ReasoningEffort | null
  /** The server's expected name for the limit of an answer; a refusal may correct it. */
  readonly limitName: Provider['limitName']
}

/** A server's status 400. */
export interface Refusal {
  readonly message: string
  /** The parameter that the server objects to; null when it names none. */
  readonly parameter: string | null
}

/**
 * The part of the chat completions API that a server supports. Servers and models differ, and only a refusal reveals what
 * is unsupported. The client never repeats a refused parameter.
 */
export class Dialect {
  #streams: boolean
  #takesStreamOptions = true
  #takesSchema = true
  #takesTemperature = true
  #takesStop = true
  #takesSystem = true
  #effort: ReasoningEffort | null
  /** OpenAI's newer models refuse the older name, and other servers do not know the newer name. */
  #limitName: Provider['limitName']
  #isLimitNameLearned = false

  constructor({ stream, reasoningEffort, limitName }: DialectSettings) {
    this.#limitName = limitName
    this.#streams = stream
    this.#effort = reasoningEffort
  }

  get streams(): boolean {
    return this.#streams
  }

  get takesSchema(): boolean {
    return this.#takesSchema
  }

  /** The body of a request, without `stream`. */
  body(
    model: string,
    { messages, schema, maxOutputTokens, temperature, purpose, stop }: TransportRequest,
  ) {
    const body: Omit<ChatCompletionCreateParams, 'stream'> = {
      model,
      messages: turnsOf(messages, !this.#takesSystem),
      [this.#limitName]: maxOutputTokens,
    }
    if (temperature !== null && this.#takesTemperature) body.temperature = temperature
    if (stop.length > 0 && this.#takesStop) body.stop = [...stop]
    if (this.#effort !== null) body.reasoning_effort = this.#effort
    if (this.#streams && this.#takesStreamOptions) body.stream_options = { include_usage: true }
    if (schema && this.#takesSchema)
      body.response_format = {
        type: 'json_schema',
        json_schema: { name: purpose.replace(/\W/g, '_').slice(0, 64), strict: true, schema },
      }
    return body
  }

  /**
   * Learns from a refusal.
   * @returns whether the same request would now have a different body.
   */
  learn({ message, parameter }: Refusal, request: TransportRequest): boolean {
    const names = (pattern: RegExp) => pattern.test(parameter ?? message)
    if (names(/stream_options|include_usage/) && this.#streams && this.#takesStreamOptions) {
      this.#takesStreamOptions = false
    } else if (names(/max_(?:completion_)?tokens/) && !this.#isLimitNameLearned) {
      this.#isLimitNameLearned = true
      this.#limitName = this.#limitName === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens'
    } else if (names(/reasoning/) && this.#effort !== null) {
      this.#effort = null
    } else if (
      /system (?:role|message|prompt)|roles? must alternate/i.test(message) &&
      this.#takesSystem
    ) {
      this.#takesSystem = false
    } else if (names(/temperature/) && request.temperature !== null && this.#takesTemperature) {
      this.#takesTemperature = false
    } else if (names(/\bstop\b/) && request.stop.length > 0 && this.#takesStop) {
      this.#takesStop = false
    } else if (names(/^stream$|streaming|to stream/) && this.#streams) {
      this.#streams = false
    } else if (request.schema && this.#takesSchema) {
      // Servers without schemas rarely say so clearly.
      this.#takesSchema = false
    } else {
      return false
    }
    return true
  }
}
