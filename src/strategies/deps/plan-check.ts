import type { Task } from '#agent/planner/planner'
import type { Goal, ItemCounts } from '#goal/goal'
import type { GoalLanguage } from '#goal/goal-language'
import { holds, isWorn } from '#goal/success'

/** Whether goals reach a task from an inventory by the rules of their skills, where every source is found. */
export function reaches(
  language: GoalLanguage,
  { target, wear }: Task,
  inventory: ItemCounts,
  goals: readonly Goal[],
): boolean {
  const { registry } = language
  const held = new Map(Object.entries(inventory))
  const worn = new Set<string>()
  for (const goal of goals) {
    const now = Object.fromEntries(held)
    if (language.missing(goal, now).length > 0) return false
    const effect = language.skill(goal.skill).simulate(registry, goal, now)
    for (const [item, change] of effect.changes) {
      const count = (held.get(item) ?? 0) + change
      if (count > 0) held.set(item, count)
      else held.delete(item)
    }
    for (const item of effect.worn) worn.add(item)
  }
  const isHeld = holds(registry, Object.fromEntries(held), target)
  return isHeld && (wear === null || isWorn(registry, worn, wear))
}
