import { createRequire } from 'node:module'
import type { PCChunk } from 'prismarine-chunk'
import { Vec3 } from 'vec3'
import type { Kinds } from '../../knowledge/kinds.ts'
import type { Column } from '../squid.ts'

/** The landscape that a seed stands for. */
export interface Terrain {
  /** Makes the untouched column of a chunk. */
  column(chunkX: number, chunkZ: number): Column
  /** Dry ground near the origin with a tree in reach, where players appear (feet). */
  readonly spawn: Vec3
  /** Name of the biome, as minecraft-data names it. */
  biome(x: number, z: number): string
  /** Height of the ground (feet stand at +1), without trees. */
  surface(x: number, z: number): number
}

export function createTerrain(kinds: Kinds, _seed: number): Terrain {
  const require = createRequire(import.meta.url)
  const load = require('prismarine-chunk') as (version: string) => new (init: object) => PCChunk
  const Chunk = load(kinds.data.version.minecraftVersion ?? '')
  const stone = kinds.blockState('stone')
  return {
    column() {
      const chunk = new Chunk({
        minY: kinds.data.supportFeature('tallWorld') ? -64 : 0,
        worldHeight: kinds.data.supportFeature('tallWorld') ? 384 : 256,
      })
      for (let x = 0; x < 16; x++)
        for (let z = 0; z < 16; z++)
          for (let y = 0; y < 64; y++) chunk.setBlockStateId(new Vec3(x, y, z), stone)
      return chunk as unknown as Column
    },
    spawn: new Vec3(8.5, 64, 8.5),
    biome: () => 'plains',
    surface: () => 63,
  }
}
