import type { Goal, PlannedGoal } from './goal.ts'
import { isSameGoal } from './same-goal.ts'

/** Most goals of which one is to be reached. */
export const MAX_ALTERNATIVES = 8

/** The goals of which any one does, in the order in which the plan names them. */
export function alternativesOf(step: PlannedGoal): readonly Goal[] {
  const { or = [], ...first } = step
  return or.length > 0 ? [first, ...or] : [step]
}

/** The step that is done with any of these goals; undefined without one. */
export function eitherOf(goals: readonly Goal[]): PlannedGoal | undefined {
  const different = goals.filter(
    (goal, index) => goals.findIndex((one) => isSameGoal(one, goal)) === index,
  )
  const [first, ...or] = different
  return first && or.length > 0 ? { ...first, or } : first
}
