import { fitPrompt } from './prompt-window.ts'
import type { SizeLimits } from './size-limits.ts'
import { messageTokens } from './tokens.ts'
import type { TransportRequest } from './transport.ts'

/** Of the window, as our count of tokens is not that of every model. */
const SHARE_OF_WINDOW = 0.9
/** The answer keeps this share of the window, and loses it only to what must stay of the prompt. */
const ANSWER_SHARE = 1 / 4
const LEAST_ANSWER_SHARE = 1 / 8
/** What is tried where the server says too large and no number: an answer of half the room down to this (tokens), then a shorter prompt. */
const LEAST_ANSWER = 400
const SHORTER = 0.75

/** A request that fits its model's window. */
export interface SizedRequest {
  readonly request: TransportRequest
  /** Messages left out. */
  readonly dropped: number
}

/** What is known of the sizes that a server takes; what it refuses once is not asked for again (tokens). */
export class ServerSize {
  #window: number
  #output = Number.POSITIVE_INFINITY

  /** @param window Of prompt and answer together. */
  constructor(window: number) {
    this.#window = window
  }

  get window(): number {
    return this.#window
  }

  get output(): number {
    return this.#output
  }

  /** @returns whether the server takes less than was known. */
  learn({ window, output }: SizeLimits): boolean {
    const isNews =
      (window ?? this.#window) < this.#window || (output ?? this.#output) < this.#output
    this.#window = Math.min(window ?? this.#window, this.#window)
    this.#output = Math.min(output ?? this.#output, this.#output)
    return isNews
  }
}

/** The size of one call: it shrinks when the server says it is too large, the room of the answer first. */
export class RequestSize {
  readonly #server: ServerSize
  readonly #request: TransportRequest
  #wanted: number
  /** Of the prompt, once the server has refused a longer one without a number. */
  #room = Number.POSITIVE_INFINITY
  #prompt = 0
  #isDoubled = false
  #last = 0

  constructor(server: ServerSize, request: TransportRequest) {
    this.#server = server
    this.#request = request
    this.#wanted = request.maxOutputTokens
  }

  /** Tokens that must fit the prompt, for the message to those whose prompt does not. */
  get room(): number {
    return this.#roomBeside(this.#least(LEAST_ANSWER_SHARE))
  }

  /** @returns undefined when what must stay of the prompt is too long. */
  fit(): SizedRequest | undefined {
    const { messages } = this.#request
    const left = Math.floor(this.#server.window * SHARE_OF_WINDOW) - tokensOf(messages)
    const output = Math.max(this.#least(ANSWER_SHARE), Math.min(left, this.#most()))
    for (const maxOutputTokens of [output, this.#least(LEAST_ANSWER_SHARE)]) {
      const fitted = fitPrompt(messages, this.#roomBeside(maxOutputTokens), messageTokens)
      if (!fitted) continue
      this.#last = maxOutputTokens
      this.#prompt = tokensOf(fitted.messages)
      const request = { ...this.#request, messages: fitted.messages, maxOutputTokens }
      return { request, dropped: fitted.dropped }
    }
    return undefined
  }

  /** Gives the answer double the room, once. @returns whether it gets more of it. */
  double(): boolean {
    if (this.#isDoubled) return false
    this.#isDoubled = true
    const before = this.#last
    this.#wanted = 2 * before
    this.fit()
    return this.#last > before
  }

  /** Makes the call smaller. @returns whether that could be done. */
  shrink(limits: SizeLimits): boolean {
    if (this.#server.learn(limits)) return true
    if (this.#last > LEAST_ANSWER) this.#wanted = Math.floor(this.#last / 2)
    else this.#room = Math.floor(this.#prompt * SHORTER)
    return this.#room > 0
  }

  #most(): number {
    return Math.min(this.#wanted, this.#server.output)
  }

  #least(share: number): number {
    return Math.max(1, Math.min(this.#most(), Math.floor(this.#server.window * share)))
  }

  #roomBeside(output: number): number {
    return Math.min(this.#room, Math.floor((this.#server.window - output) * SHARE_OF_WINDOW))
  }
}

function tokensOf(messages: TransportRequest['messages']): number {
  return messages.reduce((sum, message) => sum + messageTokens(message), 0)
}
