import type { Goal, PlannedGoal } from './goal.ts'
import { isSameGoal } from './same-goal.ts'

/** Maximum number of alternatives in one step. */
export const MAX_ALTERNATIVES = 8

/** The alternatives of a step, in the order of the plan; any one of them completes it. */
export function alternativesOf(step: PlannedGoal): readonly Goal[] {
  const { or = [], ...first } = step
  return [first, ...or]
}

/** The step that any one of these goals completes; undefined for no goals. */
export function eitherOf(goals: readonly Goal[]): PlannedGoal | undefined {
  const different = goals.filter(
    (goal, index) => goals.findIndex((other) => isSameGoal(other, goal)) === index,
  )
  const [first, ...or] = different
  return first && or.length > 0 ? { ...first, or } : first
}
