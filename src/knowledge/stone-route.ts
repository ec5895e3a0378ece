/**
 * What the agent knows about one route: from bare hands through stone to the ores below it. Plans follow from recipes,
 * drops and estimates, and none of those says the following. A task on another route gains nothing from it.
 *
 * - Stone lies under any soil and around any ore, so digging for an ore yields stone on the way. Searches and plans
 *   count on it: `planner/loadout.ts`, `planner/tool-first.ts`, `deps/stone-on-descent.ts`, `selectors/deferrable.ts`.
 * - Stone makes the tool that digs the rest in half the time, and digging wears tools out: `planner/loadout.ts`,
 *   `planner/tool-first.ts`, `adapt/world-planner.ts`.
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
