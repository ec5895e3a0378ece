import type { CallEvent } from '#llm/call-event'
import { Outage } from '#llm/outage'
import type { ModelRole } from '#llm/settings'

/** Determines from the calls of a trial whether its models are available. */
export class ModelOutage {
  readonly #main = new Outage()
  readonly #roles = new Map<ModelRole, Outage>()

  /** @param role The role with a separate model; null for the main model. */
  onCall(call: CallEvent, role: ModelRole | null): void {
    const outage = role === null ? this.#main : (this.#roles.get(role) ?? new Outage())
    if (role !== null) this.#roles.set(role, outage)
    outage.onCall(call['error.type'])
  }

  /**
   * Whether the last call failed for infrastructure reasons, or a role's model is unavailable. A trial that gives up then
   * says nothing about the model.
   */
  get isOut(): boolean {
    return this.#main.isOut || [...this.#roles.values()].some(({ isGone }) => isGone)
  }
}
