import type { ModelFailureKind } from './model.ts'

/** Failures of the model's server, of the connection to it or of its settings, and not of an answer. */
const OUTAGES: ReadonlySet<ModelFailureKind> = new Set([
  'auth',
  'rate-limit',
  'server',
  'connection',
  'timeout',
  'window',
])
/** Outages that do not pass. */
const FINAL: ReadonlySet<ModelFailureKind> = new Set(['auth', 'rejected', 'window'])
/** Failed calls in a row after which a model counts as gone. */
export const MAX_FAILED_CALLS = 3

/** Tracks by the calls of one model whether its server can be reached. */
export class Outage {
  #hasAnswered = false
  #last: ModelFailureKind | null = null
  #inARow = 0

  /** @param failure the failure of the finished call; null for an answer. */
  onCall(failure: ModelFailureKind | null): void {
    this.#last = failure
    if (failure === null) this.#hasAnswered = true
    this.#inARow = this.isOut ? this.#inARow + 1 : 0
  }

  /** Whether the last call failed because of the server. */
  get isOut(): boolean {
    if (this.#last === null) return false
    // A server that refuses one request may accept others. A server that has accepted none does not know the model.
    return OUTAGES.has(this.#last) || (this.#last === 'rejected' && !this.#hasAnswered)
  }

  /** Whether further calls are useless. */
  get isGone(): boolean {
    const isFinal = this.#last !== null && FINAL.has(this.#last)
    return this.isOut && (isFinal || this.#inARow >= MAX_FAILED_CALLS)
  }
}
