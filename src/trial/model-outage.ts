import type { CallEvent } from '#llm/call-event'
import { Outage } from '#llm/outage'
import type { ModelRole } from '#llm/settings'

/** Sees from the calls of a trial whether its models can be asked. */
export class ModelOutage {
  readonly #main = new Outage()
  readonly #roles = new Map<ModelRole, Outage>()

  /** @param role the part that has the model for itself; null for the main model. */
  onCall(call: CallEvent, role: ModelRole | null): void {
    const outage = role === null ? this.#main : (this.#roles.get(role) ?? new Outage())
    if (role !== null) this.#roles.set(role, outage)
    outage.onCall(call['error.type'])
  }

  /**
   * Whether the last call failed for no fault of the model's, or the model of a part is gone: a trial that gave up then
   * says nothing of it.
   */
  get isOut(): boolean {
    return this.#main.isOut || [...this.#roles.values()].some(({ isGone }) => isGone)
  }
}
