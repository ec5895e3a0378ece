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
