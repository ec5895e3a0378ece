import { fitPrompt } from './prompt-window.ts'
import type { SizeLimits } from './size-limits.ts'
import { messageTokens, promptTokens, toolTokens } from './tokens.ts'
import type { TransportRequest } from './transport.ts'

/** Usable share of the window: our token counts differ from other models' counts. */
const SHARE_OF_WINDOW = 0.9
/** The answer's share of the window, and its smallest share where the rest of the prompt must stay. */
const ANSWER_SHARE = 1 / 4
const MIN_ANSWER_SHARE = 1 / 8
/** If a server refuses a size without naming its limit, the answer is halved down to MIN_ANSWER, then the prompt shrinks. */
const MIN_ANSWER = 400
const PROMPT_SHRINK = 0.75

/** A request that fits its model's window. */
export interface SizedRequest {
  readonly request: TransportRequest
  /** Number of dropped messages. */
  readonly dropped: number
}

/** The known size limits of a server (tokens); a refused size is not requested again. */
export class ServerSize {
  #window: number
  #output = Number.POSITIVE_INFINITY
  /** Whether the model thinks before an answer: its answers need more tokens. */
  thinks: boolean

  /** @param window tokens of prompt and answer together. */
  constructor(window: number, thinks: boolean) {
    this.#window = window
    this.thinks = thinks
  }

  get window(): number {
    return this.#window
  }

  get output(): number {
    return this.#output
  }

  /** @returns whether the limits are smaller than the known limits. */
  learn({ window, output }: SizeLimits): boolean {
    const isSmaller =
      (window ?? this.#window) < this.#window || (output ?? this.#output) < this.#output
    this.#window = Math.min(window ?? this.#window, this.#window)
    this.#output = Math.min(output ?? this.#output, this.#output)
    return isSmaller
  }
}

/** The size of one call. When the server refuses it as too large, the answer shrinks first, then the prompt. */
export class RequestSize {
  readonly #server: ServerSize
  readonly #request: TransportRequest
  /** Tokens of the tools. */
  readonly #tools: number
  #wanted: number
  /** Limit of the prompt, after the server has refused a longer prompt without naming a limit. */
  #room = Number.POSITIVE_INFINITY
  #prompt = 0
  #isDoubled = false
  #last = 0

  constructor(server: ServerSize, request: TransportRequest) {
    this.#server = server
    this.#request = request
    this.#tools = toolTokens(request.tools)
    this.#wanted = server.thinks ? request.maxThinkingTokens : request.maxOutputTokens
  }

  /** Why the prompt cannot be sent, and what the user can do. */
  get objection(): string {
    const { window } = this.#server
    const room = this.#roomBeside(this.#minAnswer(MIN_ANSWER_SHARE))
    const { messages } = this.#request
    const least = fitPrompt(messages, 0, messageTokens)
    return `the prompt needs about ${least.total + this.#tools} tokens, and a window of ${window} tokens leaves ${room}; start the server with a larger window (llama.cpp: --ctx-size, vLLM: --max-model-len, Ollama: OLLAMA_CONTEXT_LENGTH), choose another model or, if its window is larger, set --context-tokens`
  }

  /** @returns undefined when the messages that must stay are too long. */
  fit(): SizedRequest | undefined {
    const { messages } = this.#request
    const left = Math.floor(this.#server.window * SHARE_OF_WINDOW) - promptTokens(this.#request)
    const output = Math.max(this.#minAnswer(ANSWER_SHARE), Math.min(left, this.#maxAnswer()))
    for (const maxOutputTokens of [output, this.#minAnswer(MIN_ANSWER_SHARE)]) {
      const room = this.#roomBeside(maxOutputTokens) - this.#tools
      const fitted = fitPrompt(messages, room, messageTokens)
      if (fitted.total > room) continue
      this.#last = maxOutputTokens
      this.#prompt = fitted.total + this.#tools
      const request = { ...this.#request, messages: fitted.messages, maxOutputTokens }
      return { request, dropped: fitted.dropped }
    }
    return undefined
  }

  /** Makes room for thoughts: the limit for a model that thinks, then twice that. @returns whether the limit has grown. */
  grow(): boolean {
    const { maxThinkingTokens } = this.#request
    this.#server.thinks = true
    const before = this.#last
    if (this.#wanted < maxThinkingTokens) this.#wanted = maxThinkingTokens
    else if (this.#isDoubled) return false
    else {
      this.#isDoubled = true
      this.#wanted = 2 * before
    }
    this.fit()
    return this.#last > before
  }

  /** Learns that the model thinks. @returns whether the answer may have been cut off for want of room. */
  noteThoughts(): boolean {
    this.#server.thinks = true
    return this.#wanted < this.#request.maxThinkingTokens
  }

  /** Makes the call smaller. @returns whether that is possible. */
  shrink(limits: SizeLimits): boolean {
    if (this.#server.learn(limits)) return true
    if (this.#last > MIN_ANSWER) this.#wanted = Math.floor(this.#last / 2)
    else this.#room = Math.floor(this.#prompt * PROMPT_SHRINK)
    return this.#room > 0
  }

  #maxAnswer(): number {
    return Math.min(this.#wanted, this.#server.output)
  }

  #minAnswer(share: number): number {
    return Math.max(1, Math.min(this.#maxAnswer(), Math.floor(this.#server.window * share)))
  }

  #roomBeside(output: number): number {
    return Math.min(this.#room, Math.floor((this.#server.window - output) * SHARE_OF_WINDOW))
  }
}
