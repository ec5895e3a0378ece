import type { ItemCounts, Plan } from '../goal/goal.ts'
import type { Kinds } from '../knowledge/kinds.ts'

/** What a careful player makes beside the stone pickaxe before going underground. */
const OUTFIT: ItemCounts = { stone_sword: 1, stone_pickaxe: 2 }

/**
 * What to take along beside the target: a weapon and a spare pickaxe, when a plan is about to make
 * its first stone pickaxe and monsters may be met. Later, or for plans that stay on the surface, the
 * way back for it is not worth it.
 */
export function outfitFor(kinds: Kinds, plan: Plan, hostile: boolean): ItemCounts {
  const setsOut = plan.some(({ target }) => 'stone_pickaxe' in target) && plan.some(({ tool }) => tool === 'stone_pickaxe')
  if (!setsOut) return {}
  return Object.fromEntries(
    Object.entries(OUTFIT).filter(([item]) => kinds.hasItem(item) && (hostile || !item.endsWith('_sword'))),
  )
}
