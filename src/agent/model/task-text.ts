import type { PlanRequest } from '../planner/planner.ts'

/** The task as models are told: `obtain 1 stone_sword`, `obtain and wear 1 iron_boots`. */
export function taskText({ target, wear }: Pick<PlanRequest, 'target' | 'wear'>): string {
  const things = Object.entries(target).map(([item, count]) => `${count} ${item}`)
  return `${wear ? 'obtain and wear' : 'obtain'} ${things.join(' and ')}`
}

/** What stands near and what was looked for in vain; empty when there is nothing to say. */
export function surroundingsText({
  knownTable,
  knownFurnace,
  unavailable,
}: Pick<PlanRequest, 'knownTable' | 'knownFurnace' | 'unavailable'>): string {
  const near = [knownTable && 'a crafting_table', knownFurnace && 'a furnace'].filter(Boolean)
  const parts = []
  if (near.length > 0) parts.push(`Near me stands ${near.join(' and ')}.`)
  if (unavailable.size > 0) parts.push(`I looked in vain for ${[...unavailable].join(', ')}.`)
  return parts.join(' ')
}
