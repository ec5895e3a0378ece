import type { CallEvent } from '../llm/call-event.ts'
import type { ModelFailureKind } from '../llm/model.ts'

/** Failures that lie with the server of a model or the way to it, and not in an answer. */
const OUTAGES: ReadonlySet<ModelFailureKind> = new Set([
  'auth',
  'rate-limit',
  'server',
  'connection',
  'timeout',
])

/** Sees from the calls of a trial whether its model can be asked. */
export class ModelOutage {
  #hasAnswered = false
  #last: ModelFailureKind | null = null

  onCall(call: CallEvent): void {
    this.#last = call['error.type']
    if (this.#last === null) this.#hasAnswered = true
  }

  /** Whether the last call failed for no fault of the model's: a trial that gave up then says nothing of it. */
  get isOut(): boolean {
    if (this.#last === null) return false
    // A server that refuses one request may take others; one that has taken none does not know the model.
    return OUTAGES.has(this.#last) || (this.#last === 'rejected' && !this.#hasAnswered)
  }
}
