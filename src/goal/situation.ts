import type { ItemCounts } from './goal.ts'

/** Features of the body's surroundings and progress, for selectors. */
export interface Situation {
  /** Name of the biome at the feet, as the version has it; null while it is not loaded. */
  readonly biome: string | null
  /** Number of chunks of which the agent has seen any block. */
  readonly visitedChunks: number
  /** Horizontal distance from the first spawn point (blocks). */
  readonly fromStart: number
  /** Known or estimated ground above the feet (blocks); 0 under the open sky. */
  readonly depth: number
  /** Light at the feet (0-15); null for eyes that see in the dark. */
  readonly light: number | null
  /** Ticks since sunrise, of 24,000. */
  readonly timeOfDay: number
  /** Number of monsters in sight or just behind a corner. */
  readonly threats: number
  /** Distance of the nearest of them (blocks); null for none. */
  readonly nearestThreat: number | null
  /** How many more blocks the best pickaxe digs; 0 without one. */
  readonly pickaxeUses: number
  /** Number of carried building blocks. */
  readonly fillers: number
  /** Number of failed searches for each item. */
  readonly failedSearches: ItemCounts
}
