import type { Goal } from './goal.ts'

/** Whether two goals are equal by value, as events repeat goals in full. */
export function isSameGoal(a: Goal, b: Goal): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
