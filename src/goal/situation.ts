import type { ItemCounts } from './goal.ts'

/** How a body stands in the world: what it has found out of it, what bears on its work, and how that has gone. */
export interface Situation {
  /** Name of the biome at the feet, as the version has it; null while it is not loaded. */
  readonly biome: string | null
  /** Chunks of which anything was looked at. */
  readonly visitedChunks: number
  /** Along the map from where it first stood in the world (blocks). */
  readonly fromStart: number
  /** Ground above the feet as far as it is known or likely (blocks); 0 under the open sky. */
  readonly depth: number
  /** Light at the feet (0-15); null for eyes that see in the dark. */
  readonly light: number | null
  /** Ticks since sunrise, of 24,000. */
  readonly timeOfDay: number
  /** Monsters that are in sight or lurk behind a corner. */
  readonly threats: number
  /** How far away the nearest of them is (blocks); null for none. */
  readonly nearestThreat: number | null
  /** How many more blocks the best pickaxe digs; 0 without one. */
  readonly pickaxeUses: number
  /** Carried blocks to build with. */
  readonly fillers: number
  /** How often each item was looked for in vain. */
  readonly failedSearches: ItemCounts
}
