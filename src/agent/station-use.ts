import type { Goal, ItemCounts, Plan } from '../goal/goal.ts'
import { countOf, isTag } from '../knowledge/item-tags.ts'
import type { Environment } from './environment/environment.ts'

/**
 * Whether the table or furnace of a goal is used again before the agent has to go anywhere: by a
 * later step of the plan that what is carried, and what the steps before it make, suffice for.
 */
export function isUsedAgain(
  { registry, inventory }: Pick<Environment, 'registry' | 'inventory'>,
  goal: Goal,
  rest: Plan,
): boolean {
  if (goal.skill !== 'craft' && goal.skill !== 'smelt') return false
  if (goal.tool === null) return false
  const stock: Record<string, number> = { ...inventory }
  const change = (counts: ItemCounts, sign: 1 | -1) => {
    for (const [item, count] of Object.entries(counts))
      stock[item] = (stock[item] ?? 0) + sign * count
  }
  // Tags (`planks`) are booked under their own name beside their members.
  const held = (item: string) =>
    countOf(registry, stock, item) + (isTag(registry, item) ? (stock[item] ?? 0) : 0)
  change(goal.using, -1)
  change(goal.target, 1)
  for (const next of rest) {
    if (next.skill !== 'craft' && next.skill !== 'smelt') return false
    const suffices = Object.entries(next.using).every(([item, count]) => held(item) >= count)
    if (!suffices) continue
    if (next.tool === goal.tool) return true
    change(next.using, -1)
    change(next.target, 1)
  }
  return false
}
