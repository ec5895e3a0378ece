import type { Registry } from '#knowledge/registry'
import { createFlatTerrain } from './flat-terrain.ts'
import { type Terrain, terrainOf } from './terrain.ts'
import type { TerrainKind } from './terrain-names.ts'

/** The generators of the kinds of terrain. */
export const TERRAIN_KINDS = {
  /** Hills, caves and ores of a seed. */
  normal: terrainOf,
  /** The game's superflat world: three layers of earth under grass. */
  flat: createFlatTerrain,
} as const satisfies Record<TerrainKind, (registry: Registry, seed: number) => Terrain>
