import { isDetour, loadoutFor, vitalItems } from './loadout.ts'
import type { Planner, PlanRequest, PlanResult } from './planner.ts'
import { toolFirst, withNewTool } from './tool-first.ts'

/** Adds equipment to the plans of another planner, where a plan leads underground. */
export class LoadoutPlanner implements Planner {
  readonly #inner: Planner

  constructor(inner: Planner) {
    this.#inner = inner
  }

  get name(): string {
    return this.#inner.name
  }

  async plan(request: PlanRequest, signal: AbortSignal): Promise<PlanResult> {
    const { task, observation } = request
    const { body } = observation
    const plain = await this.#inner.plan(request, signal)
    if (!plain.ok || !body) return plain
    const things = Object.entries(loadoutFor(plain.plan, observation, body))
    const vital = vitalItems(plain.plan, observation)
    let { plan } = plain
    // Takes the most important items for which no further gathering is needed.
    for (let kept = things.length; kept > 0; kept--) {
      const target = { ...Object.fromEntries(things.slice(0, kept)), ...task.target }
      const equipped = await this.#inner.plan({ ...request, task: { ...task, target } }, signal)
      if (!equipped.ok || (kept > vital && isDetour(equipped.plan, plain.plan))) continue
      plan = equipped.plan
      break
    }
    return { ...plain, plan: toolFirst(withNewTool(plan), observation.inventory) }
  }
}
