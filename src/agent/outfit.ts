import type { ItemCounts, Plan } from '../goal/goal.ts'
import type { Kinds } from '../knowledge/kinds.ts'

/** What a careful player has along when going underground: a weapon, spare pickaxes, sticks for more. */
const FOR_IRON: ItemCounts = { stone_sword: 1, stone_pickaxe: 3, stick: 4 }
/** Iron for one more pickaxe. */
const INGOTS = 3
const MAX_IRON_PICKAXES = 3

/**
 * What to take along beside the target: when a plan is about to make its first stone pickaxe, and
 * again at its iron pickaxe, when a table stands ready anyway. Later, or for plans that stay on the
 * surface, the way back for it is not worth it.
 */
export function outfitFor(
  kinds: Kinds,
  plan: Plan,
  inventory: ItemCounts,
  hostile: boolean,
): ItemCounts {
  const makes = (item: string) => plan.some(({ target }) => item in target)
  const uses = (item: string) => plan.some(({ tool }) => tool === item)
  if (makes('stone_pickaxe') && uses('stone_pickaxe')) {
    const { stone_sword, ...unarmed } = FOR_IRON
    return hostile && kinds.hasItem('stone_sword') ? FOR_IRON : unarmed
  }
  if (!makes('iron_pickaxe') || !uses('iron_pickaxe')) return {}
  const iron = ['iron_ingot', 'iron_ore', 'raw_iron'].reduce(
    (sum, item) => sum + (inventory[item] ?? 0),
    0,
  )
  return { iron_pickaxe: Math.min(MAX_IRON_PICKAXES, Math.max(1, Math.floor(iron / INGOTS))) }
}
