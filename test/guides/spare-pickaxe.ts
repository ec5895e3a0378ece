import type { Planner, PlanRequest, PlanResult } from '#agent/planner/planner'
import { planFor } from '#agent/planner/symbolic-planner'
import type { GoalLanguage } from '#goal/goal-language'

/** Plans by rules, with a second pickaxe of each kind that the plan makes. */
export class SparePickaxePlanner implements Planner {
  readonly name = 'spare-pickaxe'
  readonly #language: GoalLanguage

  constructor(language: GoalLanguage) {
    this.#language = language
  }

  async plan(request: PlanRequest): Promise<PlanResult> {
    const plain = planFor(this.#language, request)
    if (!plain.ok) return plain
    const { task } = request
    const made = plain.plan.flatMap(({ target }) => Object.keys(target))
    const pickaxes = made.filter((item) => item.endsWith('_pickaxe'))
    // A plan keeps the items of its target, and uses other ones.
    const target = { ...Object.fromEntries(pickaxes.map((item) => [item, 1])), ...task.target }
    const spared = planFor(this.#language, { ...request, task: { ...task, target } })
    return spared.ok ? spared : plain
  }
}
