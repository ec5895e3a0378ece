import seedrandom from 'seedrandom'
import type { Vec3 } from 'vec3'
import type { Registry } from '#knowledge/registry'
import type { Column } from '../../core/column.ts'
import { boundsOf } from '../../dimensions/dimension-kinds.ts'
import { copyOfColumn } from '../chunk-column.ts'
import { ColumnBuffer } from '../column-buffer.ts'
import { ColumnCache } from '../column-cache.ts'
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

  function make(chunkX: number, chunkZ: number): Column {
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
  }

  const cache = new ColumnCache(make)
  return {
    column(chunkX, chunkZ) {
      const original = cache.get(chunkX, chunkZ)
      const copy = copyOfColumn(original)
      const spills = spillsOf.get(original)
      if (spills) spillsOf.set(copy, spills)
      return copy
    },
    peek: (chunkX, chunkZ) => cache.get(chunkX, chunkZ),
    spills: (column) => spillsOf.get(column) ?? [],
    blockEntities: () => [],
    biome: biomeAt,
    surface: () => NETHER_TOP - 1,
    spawn,
  }
}
