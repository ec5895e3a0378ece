import type { ModelFailureKind } from './model.ts'

/** Failures that lie with the server of a model or the way to it, and not in an answer. */
const OUTAGES: ReadonlySet<ModelFailureKind> = new Set([
  'auth',
  'rate-limit',
  'server',
  'connection',
  'timeout',
])
/** Failed calls in a row after which a model is taken for gone. */
export const MAX_FAILED_CALLS = 3

/** Sees from the calls of one model whether it can be asked. */
export class Outage {
  #hasAnswered = false
  #last: ModelFailureKind | null = null
  #inARow = 0

  /** @param failure that of the call that is over, null for an answer. */
  onCall(failure: ModelFailureKind | null): void {
    this.#last = failure
    if (failure === null) this.#hasAnswered = true
    this.#inARow = this.isOut ? this.#inARow + 1 : 0
  }

  /** Whether the last call failed for no fault of the model's. */
  get isOut(): boolean {
    if (this.#last === null) return false
    // A server that refuses one request may take others; one that has taken none does not know the model.
    return OUTAGES.has(this.#last) || (this.#last === 'rejected' && !this.#hasAnswered)
  }

  /** Whether there is no use in asking it further. */
  get isGone(): boolean {
    const mayPass = this.#last !== 'auth' && this.#last !== 'rejected'
    return this.isOut && (!mayPass || this.#inARow >= MAX_FAILED_CALLS)
  }
}
