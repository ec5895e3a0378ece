import type { ItemCounts, Plan } from '../goal/goal.ts'
import type { Kinds } from '../knowledge/kinds.ts'

/** What a careful player has along when going underground: a weapon, spare pickaxes, sticks for more. */
const FOR_IRON: ItemCounts = { stone_sword: 1, stone_pickaxe: 3, stick: 4 }
/** What is made beside the iron pickaxe, so that it is not worn on mere stone. */
const FOR_DIAMOND: ItemCounts = { stone_pickaxe: 2 }

/**
 * What to take along beside the target: when a plan is about to make its first stone pickaxe, and
 * again at its iron pickaxe, when a table stands ready anyway. Later, or for plans that stay on the
 * surface, the way back for it is not worth it.
 */
export function outfitFor(kinds: Kinds, plan: Plan, hostile: boolean): ItemCounts {
  const makes = (item: string) => plan.some(({ target }) => item in target)
  const uses = (item: string) => plan.some(({ tool }) => tool === item)
  if (makes('stone_pickaxe') && uses('stone_pickaxe')) {
    const { stone_sword, ...unarmed } = FOR_IRON
    return hostile && kinds.hasItem('stone_sword') ? FOR_IRON : unarmed
  }
  return makes('iron_pickaxe') && uses('iron_pickaxe') ? FOR_DIAMOND : {}
}
