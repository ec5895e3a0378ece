import type { Goal, ItemCounts, Plan } from '#goal/goal'
import type { BodyState, Observation } from '#goal/observation'
import { countOf } from '#knowledge/item-tags'
import { canCrawl } from '#knowledge/player-size'
import type { Registry } from '#knowledge/registry'
import { SMELTING_TICKS } from '#knowledge/smelting'
import { searchesForOre } from './ore-search.ts'

/** What brings a body down to where it crawls. */
const TRAPDOOR = 'wooden_trapdoor'
const SWORD = 'stone_sword'
/**
 * What a careful player has along when going underground, the most important first: trapdoors to lie down under, a weapon, spare
 * pickaxes, a shovel for dirt and gravel, sticks for more, wood for a fire and for another table.
 */
const FOR_IRON: ItemCounts = {
  [TRAPDOOR]: 2,
  [SWORD]: 1,
  stone_pickaxe: 2,
  stone_shovel: 1,
  stick: 3,
  planks: 4,
}
/** What of it serves who has nothing to search for. */
const FOR_KNOWN_ORES = [SWORD, 'stone_pickaxe', 'planks']
/** For the search for an ore that wood suffices for: stone digs the rock on the way in half the time. */
const FOR_A_TUNNEL: ItemCounts = { stone_pickaxe: 1 }
/** For a long hunt: a fist needs ten blows for a cow, which runs from each of them, a sword of wood three. */
const FOR_HUNTING: ItemCounts = { wooden_sword: 1 }
const WEAPON = /_(sword|axe)$/
/** From so many things on that a hunt is to bring, a weapon saves more time than it takes to make. */
const LONG_HUNT = 3
/** Spare tools for the long search for what only an iron pickaxe mines. */
const SPARE_STONE_PICKAXES = 2
/** With fewer stones left to dig, new pickaxes are made. */
const LOW_STONES = 30
const SPARES = 3
const STICKS_EACH = 2
/** Furnaces that burn side by side: each is worth digging the stone for. */
const FURNACES = 3
/** Estimated time to place and load one more furnace, and to gather one missing stone: to dig it, pause and pick it up (ticks). */
const EXTRA_FURNACE_TICKS = 60
const GATHER_STONE_TICKS = 25
const STONE = 'cobblestone'
const WOODEN = 'wooden_pickaxe'
const STONES_EACH = 8
const INGOTS_EACH = 3

/**
 * What to take along beside the target: for a long hunt a weapon; underground when a plan is about to
 * make its first stone pickaxe, again at its iron pickaxe, when a table stands ready anyway, and when the
 * pickaxes of a search are worn; furnaces where much is to be smelted. Other plans need none. Where all
 * ores of a plan are known, nothing is taken along that only a search needs.
 */
export function loadoutFor(
  plan: Plan,
  observation: Observation,
  { isHostile, stonesLeft }: BodyState,
): ItemCounts {
  const { registry, inventory } = observation
  const makes = (item: string) => plan.some(({ target }) => item in target)
  const uses = (item: string) => plan.some(({ tool }) => tool === item)
  if (isLongHunt(plan) && !Object.keys(inventory).some((item) => WEAPON.test(item)))
    return FOR_HUNTING
  if (makes('stone_pickaxe') && uses('stone_pickaxe')) {
    const isSearch = searchesForOre(plan, observation)
    const isWanted = (item: string) => isSearch || FOR_KNOWN_ORES.includes(item)
    const isOfUse = (item: string) =>
      (item !== TRAPDOOR || canCrawl(registry)) &&
      (item !== SWORD || (isHostile && registry.hasItem(SWORD)))
    const taken = Object.entries(FOR_IRON).filter(([item]) => isWanted(item) && isOfUse(item))
    return Object.fromEntries(taken)
  }
  if (tunnelsWithWood(plan, inventory)) return FOR_A_TUNNEL
  if (!uses('iron_pickaxe')) return furnacesFor(plan, inventory)
  if (!makes('iron_pickaxe')) return stonesLeft < LOW_STONES ? newPickaxes(inventory) : {}
  // The furnace that the plan needs anyway comes on top.
  const furnaces = { furnace: FURNACES - 1 }
  if (!searchesForOre(plan, observation)) return furnaces
  return {
    stone_pickaxe: SPARE_STONE_PICKAXES,
    ...furnaces,
    ...forCrawling(registry, inventory),
  }
}

/** Whether a plan looks for an ore (coal) with a pickaxe of wood and there is no better one. */
function tunnelsWithWood(plan: Plan, inventory: ItemCounts): boolean {
  const isTunnel = ({ skill, tool, target }: Goal) =>
    skill === 'mine' && tool === WOODEN && !(STONE in target)
  const isBetter = (item: string) => item.endsWith('_pickaxe') && item !== WOODEN
  return plan.some(isTunnel) && !Object.keys(inventory).some(isBetter)
}

/**
 * Furnaces beside the one of a plan that are worth making for what it smelts, once there is nothing else to gather than
 * stone: what a search brings along is not dug before it.
 */
function furnacesFor(plan: Plan, inventory: ItemCounts): ItemCounts {
  const isStone = ({ target }: Goal) => Object.keys(target).every((item) => item === STONE)
  const gathered = plan.filter(({ skill }) => skill === 'mine' || skill === 'hunt')
  if (!gathered.every(isStone)) return {}
  const smelted = plan.flatMap(({ skill, target }) =>
    skill === 'smelt' ? Object.values(target) : [],
  )
  const most = Math.max(0, ...smelted)
  const used = plan.reduce((sum, { using }) => sum + (using[STONE] ?? 0), 0)
  const spare = (inventory[STONE] ?? 0) - used
  const ticks = (more: number) =>
    Math.ceil(most / (more + 1)) * SMELTING_TICKS +
    more * EXTRA_FURNACE_TICKS +
    Math.max(0, more * STONES_EACH - spare) * GATHER_STONE_TICKS
  const options = Array.from({ length: FURNACES }, (_, more) => more)
  const best = options.reduce((a, b) => (ticks(b) < ticks(a) ? b : a))
  return best > 0 ? { furnace: best } : {}
}

function isLongHunt(plan: Plan): boolean {
  const hunted = plan.filter(({ skill }) => skill === 'hunt')
  const counts = hunted.flatMap(({ target }) => Object.values(target))
  return counts.reduce((sum, count) => sum + count, 0) >= LONG_HUNT
}

/** Pickaxes for a long search whose first ones are worn, as far as sticks and iron go. */
function newPickaxes(inventory: ItemCounts): ItemCounts {
  const held = (item: string) => inventory[item] ?? 0
  const sticks = Math.floor(held('stick') / STICKS_EACH)
  const iron = Math.min(sticks, SPARES, ironFor(inventory))
  const stone = Math.min(SPARES, sticks - iron)
  return {
    ...(stone > 0 ? { stone_pickaxe: held('stone_pickaxe') + stone } : {}),
    // The one that the plan itself needs comes on top.
    ...(iron > 0 ? { iron_pickaxe: held('iron_pickaxe') + iron - 1, furnace: FURNACES } : {}),
  }
}

/** Pickaxes that the iron carried suffices for. */
function ironFor(inventory: ItemCounts): number {
  const ores = ['iron_ore', 'deepslate_iron_ore', 'raw_iron', 'iron_ingot']
  const held = ores.reduce((sum, item) => sum + (inventory[item] ?? 0), 0)
  return Math.floor(held / INGOTS_EACH)
}

/**
 * Whether a plan with a loadout sends the agent for anything that the plain plan does not: spare
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

/** An axe, with which a trapdoor can soon be taken along again; and new trapdoors where those from before were left. */
function forCrawling(registry: Registry, inventory: ItemCounts): ItemCounts {
  if (!canCrawl(registry)) return {}
  const hasTrapdoor = countOf(registry, inventory, TRAPDOOR) > 0
  return { ...(hasTrapdoor ? {} : { [TRAPDOOR]: 2 }), stone_axe: 1 }
}
