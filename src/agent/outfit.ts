import type { ItemCounts, Plan } from '../goal/goal.ts'
import type { Kinds } from '../knowledge/kinds.ts'

/** What a careful player has along when going underground: a weapon, spare pickaxes, sticks for more, wood for a fire. */
const FOR_IRON: ItemCounts = { stone_sword: 1, stone_pickaxe: 3, stick: 4, planks: 3 }
/** Spare tools for the long search for what only an iron pickaxe mines. */
const SPARE_STONE_PICKAXES = 2
const MAX_SPARE_IRON_PICKAXES = 2
/** Furnaces that burn side by side: the second is worth digging stone for. */
const MIN_FURNACES = 2
const MAX_FURNACES = 3
const INGOTS_EACH = 3
const STONES_EACH = 8
/** Stone that is kept for pickaxes and for closing off liquids. */
const STONE_RESERVE = 6

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
  return { stone_pickaxe: SPARE_STONE_PICKAXES, ...forTheFire(inventory) }
}

/**
 * Whether a plan with an outfit sends the agent for anything that the plain plan does not: spare
 * things are not worth a way of their own. Stone comes along anyhow.
 */
export function isDetour(equipped: Plan, plain: Plan): boolean {
  const gathered = (plan: Plan) =>
    plan
      .filter(({ skill }) => skill !== 'craft' && skill !== 'smelt')
      .flatMap(({ target }) => Object.keys(target))
  const usual = new Set([...gathered(plain), 'cobblestone'])
  return gathered(equipped).some((item) => !usual.has(item))
}

/** As many iron pickaxes as there is ore for, and furnaces for them as there is stone for. */
function forTheFire(inventory: ItemCounts): ItemCounts {
  const held = (...items: string[]) => items.reduce((sum, item) => sum + (inventory[item] ?? 0), 0)
  const iron = Math.floor(held('iron_ore', 'raw_iron', 'iron_ingot') / INGOTS_EACH)
  const stone = held('cobblestone', 'cobbled_deepslate') - STONE_RESERVE
  const affordable = held('furnace') + Math.floor(stone / STONES_EACH)
  const furnaces = Math.min(MAX_FURNACES, Math.max(MIN_FURNACES, affordable))
  const spare = Math.min(MAX_SPARE_IRON_PICKAXES, iron - 1, furnaces - 1)
  return {
    ...(spare > 0 ? { iron_pickaxe: spare } : {}),
    // The one that the plan needs anyway comes on top.
    furnace: furnaces - 1,
  }
}
