import type { Goal } from './goal.ts'

/** Whether two goals ask for the same: the log writes each out again. */
export function isSameGoal(a: Goal, b: Goal): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
