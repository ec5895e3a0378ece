import type { Registry } from '#knowledge/registry'
import { createFlatTerrain } from './flat-terrain.ts'
import { type Terrain, terrainOf } from './terrain.ts'

/** The kinds of terrain that a practice world can have. */
export const TERRAIN_KINDS = {
  /** Hills, caves and ores of a seed. */
  normal: terrainOf,
  /** The game's superflat world: three layers of earth under grass. */
  flat: createFlatTerrain,
} as const satisfies Record<string, (registry: Registry, seed: number) => Terrain>

export type TerrainKind = keyof typeof TERRAIN_KINDS
