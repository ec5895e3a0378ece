import type { ChatCompletionCreateParams } from 'openai/resources/chat/completions'
import type { Provider } from './providers.ts'
import type { TransportRequest } from './transport.ts'
import { turnsOf } from './turns.ts'

/** How hard a reasoning model may be told to think. */
export const REASONING_EFFORTS = ['minimal', 'low', 'medium', 'high'] as const
export type ReasoningEffort = (typeof REASONING_EFFORTS)[number]

/** What is known of a server before it is asked. */
export interface DialectSettings {
  /** Whether answers come piece by piece, so that a long one is told from none. */
  readonly stream: boolean
  readonly reasoningEffort: ReasoningEffort | null
  /** Its name for the limit of an answer; it may turn out to be the other one. */
  readonly limitName: Provider['limitName']
}

/** What a server's 400 says. */
export interface Refusal {
  readonly message: string
  /** The parameter it names; null when it names none. */
  readonly parameter: string | null
}

/**
 * What a server takes of the chat completions API. Servers and models differ in that, and only say
 * so when asked; what was refused once is not asked for again.
 */
export class Dialect {
  #streams: boolean
  #takesStreamOptions = true
  #takesSchema = true
  #takesTemperature = true
  #takesStop = true
  #takesSystem = true
  #effort: ReasoningEffort | null
  /** OpenAI's newer models refuse the older name, and other servers do not know the newer one. */
  #limitName: Provider['limitName']
  #isLimitNameLearnt = false

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

  /** The body of a request but for the choice to stream. */
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
   * @returns whether the same request would be put differently now.
   */
  learn({ message, parameter }: Refusal, request: TransportRequest): boolean {
    const names = (pattern: RegExp) => pattern.test(parameter ?? message)
    if (names(/stream_options|include_usage/) && this.#streams && this.#takesStreamOptions) {
      this.#takesStreamOptions = false
    } else if (names(/max_(?:completion_)?tokens/) && !this.#isLimitNameLearnt) {
      this.#isLimitNameLearnt = true
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
      // Servers that cannot do it seldom say so clearly.
      this.#takesSchema = false
    } else {
      return false
    }
    return true
  }
}
