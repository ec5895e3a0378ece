import { counted } from '#wire/wording'
import type { Usage } from './model.ts'

/** The limits of a trial; null for no limit. */
export interface BudgetLimits {
  readonly calls: number | null
  /** Tokens of prompts and answers together. */
  readonly tokens: number | null
  readonly dollars: number | null
}

/** Counts the usage of a trial. The call that exceeds a limit is the last call. */
export class Budget {
  readonly #limits: BudgetLimits
  #calls = 0
  #tokens = 0
  #dollars = 0

  constructor(limits: BudgetLimits) {
    this.#limits = limits
  }

  /** The limit that is reached, in a few words; undefined while another call can be made. */
  get exhausted(): string | undefined {
    const { calls, tokens, dollars } = this.#limits
    if (calls !== null && this.#calls >= calls)
      return `the limit of ${counted(calls, 'call')} is reached`
    if (tokens !== null && this.#tokens >= tokens)
      return `the limit of ${counted(tokens, 'token')} is reached (used: ${this.#tokens})`
    if (dollars !== null && this.#dollars >= dollars)
      return `the limit of $${dollars} is reached (spent: $${this.#dollars.toFixed(4)})`
    return undefined
  }

  /** Counts one call. */
  charge(usage: Usage | null, dollars: number | null): void {
    this.#calls++
    this.#tokens += usage ? usage.inputTokens + usage.outputTokens : 0
    this.#dollars += dollars ?? 0
  }
}
