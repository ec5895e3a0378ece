import { fuelNeeded } from '#goal/choices'
import type { Goal, ItemCounts, Plan } from '#goal/goal'
import { hasStation, missingTool } from '#goal/missing'
import type { BodyState, Observation } from '#goal/observation'
import { countOf } from '#knowledge/item-tags'
import { THE_NETHER } from '#knowledge/nether'
import { canCrawl } from '#knowledge/player-size'
import type { Registry } from '#knowledge/registry'
import { SMELTING_TICKS } from '#knowledge/smelting'
import {
  climbStones,
  DEEP_PICKAXE,
  FIRST_PICKAXE,
  STONE,
  STONE_PICKAXE,
  STONE_SWORD,
  sticksAtHand,
  TABLE_PLANKS,
  TRAPDOOR,
} from '#knowledge/stone-route'
import { searchesForOre } from './ore-search.ts'

/**
 * What a careful player carries underground, the most important first: trapdoors for crawl mining, a weapon, spare
 * pickaxes, a shovel for dirt and gravel, sticks for more tools, planks for fuel and another crafting table.
 */
const FOR_IRON: ItemCounts = {
  [TRAPDOOR]: 2,
  [STONE_SWORD]: 1,
  [STONE_PICKAXE]: 2,
  stone_shovel: 1,
  stick: 3,
  planks: 4,
}
/**
 * The same for a plan that leads to diamonds, with one more log for sticks: the search wears out many pickaxes, and wood is far
 * away.
 */
const FOR_DIAMONDS: ItemCounts = { ...FOR_IRON, stick: 11 }
/** The part of it that is useful where no ore has to be searched for. */
const FOR_KNOWN_ORES = [STONE_SWORD, STONE_PICKAXE, 'planks']
/** For the search for an ore that a wooden pickaxe mines: a stone pickaxe digs stone in half the time. */
const FOR_A_TUNNEL: ItemCounts = { [STONE_PICKAXE]: 1 }
/**
 * For a plan that casts a portal: an axe takes trapdoors along, and sticks become pickaxes. The searches for gravel and lava and
 * the casting itself wear out several.
 */
const FOR_A_PORTAL: ItemCounts = { ...FOR_IRON, stone_axe: 1, stick: 12, planks: 14 }
/** With fewer blocks of stone left to dig, a plan with a portal makes new pickaxes, and this many at once. */
const LOW_STONES_FOR_A_PORTAL = 200
const PORTAL_SPARES = 3
/** For a long hunt: a cow takes ten hits by hand and runs after each of them, or three with a wooden sword. */
const FOR_HUNTING: ItemCounts = { wooden_sword: 1 }
const WEAPON = /_(sword|axe)$/
/** From this many items on, a weapon saves more time in a hunt than it takes to make. */
const LONG_HUNT = 3
/** Spare tools for the long search for ores that need an iron pickaxe. */
const SPARE_STONE_PICKAXES = 2
/** With fewer blocks of stone left to dig, the agent makes new pickaxes. */
const LOW_STONES = 30
const SPARES = 3
/**
 * Number of iron pickaxes among them. One digs 226 blocks of a tunnel without its reserve, and up to 1.17 half of the searches
 * for diamonds end within that: to smelt iron for a second one at once takes as long as it saves.
 */
const IRON_SPARES = 1
const STICKS_EACH = 2
/** Maximum number of furnaces in parallel. */
const FURNACES = 3
/**
 * Time to place and fill a furnace beside another one (ticks). The agent abandons it afterwards, so the time to dig it up is
 * not part of this; `OWN_FURNACE_TICKS` of the skill `smelt` includes it.
 */
const EXTRA_FURNACE_TICKS = 60
/** Time to dig one cobblestone for such a furnace (ticks). */
const GATHER_STONE_TICKS = 25
const STONES_EACH = 8
const INGOTS_EACH = 3

/**
 * The equipment for a plan, beside its target: a weapon for a long hunt; tools for underground when the plan is about to
 * make its first stone pickaxe, again at its iron pickaxe, when it needs a crafting table anyway, and when the pickaxes
 * of a search are worn; furnaces where the plan smelts much. Other plans need none. Where all ores of a plan are known,
 * equipment for a search is left out. This is knowledge of one route (`#knowledge/stone-route`).
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
  if (isStranded(plan, observation)) return newPickaxes(inventory, SPARES * STICKS_EACH)
  if (makes(STONE_PICKAXE) && uses(STONE_PICKAXE)) {
    const isSearch = searchesForOre(plan, observation)
    const isWanted = (item: string) => isSearch || FOR_KNOWN_ORES.includes(item)
    const isOfUse = (item: string) =>
      (item !== TRAPDOOR || canCrawl(registry)) &&
      (item !== STONE_SWORD || (isHostile && registry.hasItem(STONE_SWORD)))
    const further = uses(DEEP_PICKAXE) ? FOR_DIAMONDS : FOR_IRON
    const equipment = isPortalPlan(plan) ? FOR_A_PORTAL : further
    const taken = Object.entries(equipment).filter(([item]) => isWanted(item) && isOfUse(item))
    return Object.fromEntries(taken)
  }
  if (isPortalPlan(plan) && !uses(DEEP_PICKAXE)) return forPortal(plan, observation, stonesLeft)
  if (tunnelsWithWood(plan, inventory)) return FOR_A_TUNNEL
  if (!uses(DEEP_PICKAXE)) return furnacesFor(registry, plan, inventory)
  if (!makes(DEEP_PICKAXE))
    return stonesLeft < LOW_STONES ? newPickaxes(inventory, sticksFor(observation)) : {}
  // The plan itself adds the first furnace.
  const furnaces = { furnace: FURNACES - 1 }
  if (!searchesForOre(plan, observation)) return furnaces
  return {
    [STONE_PICKAXE]: SPARE_STONE_PICKAXES,
    ...furnaces,
    ...forCrawling(registry, inventory),
  }
}

/** Whether a plan still has to cast a portal, or to go through one. */
function isPortalPlan(plan: Plan): boolean {
  return plan.some((goal) => goal.skill === 'enter' || castsPortal(goal))
}

/** Whether a goal casts a portal from lava, which the agent may have to search for. */
export function castsPortal({ skill, using }: Goal): boolean {
  return skill === 'portal' && !('obsidian' in using)
}

/**
 * How many of the first items of a plan's equipment are worth any detour: the pickaxe of a plan that leads through rock without
 * one, and all new pickaxes where the last ones just suffice for the way up to the wood.
 */
export function vitalItems(plan: Plan, observation: Observation): number {
  if (isStranded(plan, observation)) return Number.POSITIVE_INFINITY
  const isPortal = plan.some(({ skill }) => skill === 'portal')
  return isPortal && !hasPickaxe(observation.inventory) ? 1 : 0
}

/**
 * Whether the search for an ore would wear out the last pickaxes underground, from where there is no way to more wood without
 * them.
 */
function isStranded(plan: Plan, observation: Observation): boolean {
  const { registry, inventory, near, body } = observation
  if (!body || near.has(THE_NETHER) || !hasPickaxe(inventory)) return false
  const hasTable =
    hasStation(registry, 'crafting_table', inventory, near) ||
    countOf(registry, inventory, 'planks') >= TABLE_PLANKS
  if (hasTable && sticksFor(observation) >= STICKS_EACH) return false
  return body.stonesLeft < climbStones(body.position.y) && searchesForOre(plan, observation)
}

/** The sticks that the agent has or can make where it is. */
function sticksFor({ registry, inventory, near }: Observation): number {
  const hasTable = hasStation(registry, 'crafting_table', inventory, near)
  return sticksAtHand(inventory.stick ?? 0, countOf(registry, inventory, 'planks'), hasTable)
}

function hasPickaxe(inventory: ItemCounts): boolean {
  return missingTool(FIRST_PICKAXE, inventory).length === 0
}

/**
 * Pickaxes for the tunnels of a plan with a portal, then furnaces and trapdoors. Without a pickaxe, there is no way from underground to
 * the wood for more of them: as many as the carried sticks allow come first.
 */
function forPortal(
  plan: Plan,
  { registry, inventory }: Observation,
  stonesLeft: number,
): ItemCounts {
  const possible = Math.min(PORTAL_SPARES, Math.floor((inventory.stick ?? 0) / STICKS_EACH))
  const spares = possible > 0 && !hasPickaxe(inventory) ? possible : PORTAL_SPARES
  const pickaxes = (inventory[STONE_PICKAXE] ?? 0) + spares
  return {
    ...(stonesLeft < LOW_STONES_FOR_A_PORTAL ? { [STONE_PICKAXE]: pickaxes } : {}),
    ...furnacesFor(registry, plan, inventory),
    ...forCrawling(registry, inventory),
  }
}

/** Whether a plan searches for an ore (coal) with a wooden pickaxe because there is no better one. */
function tunnelsWithWood(plan: Plan, inventory: ItemCounts): boolean {
  const isTunnel = ({ skill, tool, target }: Goal) =>
    skill === 'mine' && tool === FIRST_PICKAXE && !(STONE in target)
  const isBetter = (item: string) => item.endsWith('_pickaxe') && item !== FIRST_PICKAXE
  return plan.some(isTunnel) && !Object.keys(inventory).some(isBetter)
}

/**
 * The further furnaces that are worth making for what a plan smelts, and planks so that each has fuel for its share. The
 * furnaces are made once the plan gathers nothing but stone before that: a search for ore yields stone anyway.
 */
function furnacesFor(registry: Registry, plan: Plan, inventory: ItemCounts): ItemCounts {
  const isStone = ({ target }: Goal) => Object.keys(target).every((item) => item === STONE)
  const smelting = plan.findIndex(({ skill }) => skill === 'smelt')
  const gathered = plan
    .slice(0, Math.max(0, smelting))
    .filter(({ skill }) => skill === 'mine' || skill === 'hunt')
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
  if (best === 0) return {}
  const planks = planksForShares(registry, plan, best + 1)
  const fuel = planks > 0 ? { planks } : {}
  return gathered.every(isStone) ? { ...fuel, furnace: best } : fuel
}

/** The planks that a plan's smelting needs beside its own if each of some furnaces burns planks for its share. */
function planksForShares(registry: Registry, plan: Plan, furnaces: number): number {
  const more = plan.map(({ skill, target, using }) => {
    const { planks } = using
    if (skill !== 'smelt' || planks === undefined) return 0
    const [count = 0] = Object.values(target)
    const shares = Array.from({ length: furnaces }, (_, i) => Math.floor((count + i) / furnaces))
    const needed = shares.map((share) => fuelNeeded(registry, 'planks', share))
    return needed.reduce((sum, number) => sum + number, -planks)
  })
  return Math.max(0, ...more)
}

function isLongHunt(plan: Plan): boolean {
  const hunted = plan.filter(({ skill }) => skill === 'hunt')
  const counts = hunted.flatMap(({ target }) => Object.values(target))
  return counts.reduce((sum, count) => sum + count, 0) >= LONG_HUNT
}

/** Replacements for worn pickaxes in a long search, as far as a number of sticks and the iron allow. */
function newPickaxes(inventory: ItemCounts, sticks: number): ItemCounts {
  const held = (item: string) => inventory[item] ?? 0
  const possible = Math.floor(sticks / STICKS_EACH)
  const iron = Math.min(possible, IRON_SPARES, ironFor(inventory))
  const stone = Math.min(SPARES, possible) - iron
  return {
    ...(stone > 0 ? { [STONE_PICKAXE]: held(STONE_PICKAXE) + stone } : {}),
    // The plan itself adds one.
    ...(iron > 0 ? { [DEEP_PICKAXE]: held(DEEP_PICKAXE) + iron - 1, furnace: FURNACES } : {}),
  }
}

/** The number of pickaxes that the carried iron allows. */
function ironFor(inventory: ItemCounts): number {
  const ores = ['iron_ore', 'deepslate_iron_ore', 'raw_iron', 'iron_ingot']
  const held = ores.reduce((sum, item) => sum + (inventory[item] ?? 0), 0)
  return Math.floor(held / INGOTS_EACH)
}

/**
 * Whether a plan with equipment gathers anything that the plain plan does not: spare items are not worth a detour. Stone
 * is always within reach underground.
 */
export function isDetour(equipped: Plan, plain: Plan): boolean {
  const gathered = (plan: Plan) =>
    plan
      .filter(({ skill }) => skill !== 'craft' && skill !== 'smelt')
      .flatMap(({ target }) => Object.keys(target))
  const usual = new Set([...gathered(plain), STONE])
  return gathered(equipped).some((item) => !usual.has(item))
}

/** An axe, which breaks a placed trapdoor quickly, and new trapdoors if there are none left. */
function forCrawling(registry: Registry, inventory: ItemCounts): ItemCounts {
  if (!canCrawl(registry)) return {}
  const hasTrapdoor = countOf(registry, inventory, TRAPDOOR) > 0
  return { ...(hasTrapdoor ? {} : { [TRAPDOOR]: 2 }), stone_axe: 1 }
}
