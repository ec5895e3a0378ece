/**
 * What the agent knows about one route: from bare hands through stone to the ores below it. Plans follow from recipes,
 * drops and estimates, and none of those says the following. A task on another route gains nothing from it.
 *
 * - Stone lies under any soil and around any ore, so digging for an ore yields stone on the way. Searches and plans
 *   count on it: `planner/loadout.ts`, `planner/tool-first.ts`, `deps/stone-on-descent.ts`, `selectors/deferrable.ts`.
 * - Stone makes the tool that digs the rest in half the time, and digging wears tools out: `planner/loadout.ts`,
 *   `planner/tool-first.ts`, `adapt/world-planner.ts`. The last tool is kept for the way up to the wood:
 *   `planner/loadout.ts`, `skills/mining/wearing-out.ts`.
 */

/** What stone drops. */
export const STONE = 'cobblestone'
/** The pickaxe for the first stone. */
export const FIRST_PICKAXE = 'wooden_pickaxe'
/** The pickaxe made of stone: it digs stone twice as fast, and mines iron. */
export const STONE_PICKAXE = 'stone_pickaxe'
/** The pickaxe that mines the deepest ores. */
export const DEEP_PICKAXE = 'iron_pickaxe'
/** The weapon made of stone. */
export const STONE_SWORD = 'stone_sword'
/** Forces the crawling pose, in which the agent digs a tunnel one block high. */
export const TRAPDOOR = 'wooden_trapdoor'
/** Planks for a crafting table, without which there is no new pickaxe. */
export const TABLE_PLANKS = 4

/** Planks for one recipe of sticks, and what it makes (from the game). */
const STICK_PLANKS = 2
const STICKS_MADE = 4

/**
 * The sticks that an agent has or can make where it is, for new pickaxes.
 * @param hasTable whether it has a crafting table; otherwise, planks for one remain.
 */
export function sticksAtHand(sticks: number, planks: number, hasTable: boolean): number {
  const spare = Math.max(0, planks - (hasTable ? 0 : TABLE_PLANKS))
  return sticks + Math.floor(spare / STICK_PLANKS) * STICKS_MADE
}

/** Typical height of the land, and the height from which a way up needs no pickaxe (blocks). */
const LAND = 66
const NEAR_LAND = 50
/** Stone to dig beside that above the agent (blocks). */
const CLIMB_MARGIN = 11

/**
 * The stone that an agent digs on its way up to the land from a height, 0 near the land (blocks). A pillar below it fills the
 * shaft.
 */
export function climbStones(y: number): number {
  return y >= NEAR_LAND ? 0 : LAND - Math.floor(y) + CLIMB_MARGIN
}
