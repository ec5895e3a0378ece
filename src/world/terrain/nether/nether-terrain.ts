import seedrandom from 'seedrandom'
import type { Vec3 } from 'vec3'
import type { Registry } from '#knowledge/registry'
import type { Column } from '../../core/column.ts'
import { boundsOf } from '../../dimensions/dimension-kinds.ts'
import { ColumnBuffer } from '../column-buffer.ts'
import { createPacker } from '../pack.ts'
import { createSprings, NETHER_SPRINGS, type Spill } from '../springs.ts'
import type { Terrain } from '../terrain.ts'
import { createNetherBiomes } from './nether-biomes.ts'
import { createNetherFeatures } from './nether-features.ts'
import { createNetherGround, NETHER_TOP } from './nether-ground.ts'
import { createNetherOres } from './nether-ores.ts'

/**
 * The Nether of a seed: caverns in netherrack between two layers of bedrock, over a sea of lava.
 * @param spawn the spawn point of the overworld.
 */
export function createNetherTerrain(registry: Registry, seed: number, spawn: Vec3): Terrain {
  const mixed = seedrandom(`nether-${seed}`).int32()
  const { minY, height } = boundsOf(registry, 'the_nether')
  const buffer = new ColumnBuffer(minY, height)
  const biomeAt = createNetherBiomes(registry, mixed)
  const layGround = createNetherGround(registry, mixed)
  const placeOres = createNetherOres(registry, mixed, biomeAt)
  const addFeatures = createNetherFeatures(registry, mixed)
  const flow = createSprings(registry, mixed, NETHER_SPRINGS)
  const pack = createPacker(registry, 'the_nether')
  const spillsOf = new WeakMap<Column, readonly Spill[]>()
  return {
    column(chunkX, chunkZ) {
      buffer.begin(chunkX, chunkZ)
      const biome = (x: number, z: number) => biomeAt(chunkX * 16 + x, chunkZ * 16 + z)
      layGround(buffer, biome)
      placeOres(buffer)
      addFeatures(buffer, biome)
      const spills = flow(buffer)
      const column = pack(buffer, {
        highest: NETHER_TOP,
        biome: (x, z) => ({ names: [biome(x, z)] }),
      })
      if (spills.length > 0) spillsOf.set(column, spills)
      return column
    },
    spills: (column) => spillsOf.get(column) ?? [],
    blockEntities: () => [],
    biome: biomeAt,
    surface: () => NETHER_TOP - 1,
    spawn,
  }
}
