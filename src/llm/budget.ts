import type { Usage } from './model.ts'

/** What a trial may use; null for no limit. */
export interface BudgetLimits {
  readonly calls: number | null
  /** Of prompts and answers together. */
  readonly tokens: number | null
  readonly dollars: number | null
}

/** Counts what a trial uses. The call that passes a limit is the last one. */
export class Budget {
  readonly #limits: BudgetLimits
  #calls = 0
  #tokens = 0
  #dollars = 0

  constructor(limits: BudgetLimits) {
    this.#limits = limits
  }

  /** What is used up, in a few words; undefined while another call can be made. */
  get exhausted(): string | undefined {
    const { calls, tokens, dollars } = this.#limits
    if (calls !== null && this.#calls >= calls) return `${calls} calls are made`
    if (tokens !== null && this.#tokens >= tokens)
      return `${this.#tokens} of ${tokens} tokens are used`
    if (dollars !== null && this.#dollars >= dollars)
      return `$${this.#dollars.toFixed(4)} of $${dollars} are spent`
    return undefined
  }

  /** Counts one call. */
  charge(usage: Usage | null, dollars: number | null): void {
    this.#calls++
    this.#tokens += usage ? usage.inputTokens + usage.outputTokens : 0
    this.#dollars += dollars ?? 0
  }
}
