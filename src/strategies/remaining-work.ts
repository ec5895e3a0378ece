import type { Task } from '#agent/planner/planner'
import { planFor } from '#agent/planner/symbolic-planner'
import { hasGained } from '#goal/goal'
import type { GoalLanguage } from '#goal/goal-language'
import type { Observation } from '#goal/observation'

/**
 * What is left of a task, as the symbolic planner counts it: the steps of its plan and the items that they bring. A model
 * makes progress only when this shrinks; items that the task does not need, such as a second table, are none.
 */
export class RemainingWork {
  readonly #language: GoalLanguage
  readonly #task: Task
  #least: number | null

  constructor(language: GoalLanguage, task: Task, observation: Observation) {
    this.#language = language
    this.#task = task
    this.#least = this.#left(observation)
  }

  /**
   * Whether less is left than ever before.
   * @param before the observation before the last plan; it decides where the symbolic planner knows no plan.
   */
  hasShrunk(before: Observation, observation: Observation): boolean {
    const left = this.#left(observation)
    if (left === null) return hasGained(before.inventory, observation.inventory)
    // A death starts the task again.
    const isEmpty = Object.keys(observation.inventory).length === 0
    const isLess = this.#least === null || left < this.#least
    if (isLess || isEmpty) this.#least = left
    return isLess
  }

  #left(observation: Observation): number | null {
    const request = {
      task: this.#task,
      observation,
      unavailable: new Set<string>(),
      feedback: null,
    }
    const planned = planFor(this.#language, request)
    if (!planned.ok) return null
    return planned.plan.reduce(
      (sum, { target }) => sum + 1 + Object.values(target).reduce((a, b) => a + b, 0),
      0,
    )
  }
}
