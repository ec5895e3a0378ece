import type { Registry } from '#knowledge/registry'
import { shapesOf } from '../rules/shapes.ts'
import { WATER_LEVEL } from './climate.ts'
import type { ColumnBuffer } from './column-buffer.ts'
import type { Landscape } from './landscape.ts'

/** Maximum height of trees above the ground (blocks). */
const TREES = 20

export type Frost = (buffer: ColumnBuffer, landscape: Landscape) => void

/** Snow on the ground and the trees of frozen biomes, and ice on their water. */
export function createFrost(registry: Registry): Frost {
  const water = registry.blockState('water')
  const ice = registry.blockState('ice')
  const snow = registry.blockState('snow', { layers: '1' })
  const turf = registry.blockState('grass_block')
  const snowyTurf = registry.blockState('grass_block', { snowy: 'true' })
  const shapes = shapesOf(registry)

  return (buffer, landscape) => {
    for (let z = 0; z < 16; z++) {
      for (let x = 0; x < 16; x++) {
        if (!landscape.biome(x, z).frozen) continue
        let y = Math.max(landscape.highest, WATER_LEVEL) + TREES
        while (y > buffer.minY && buffer.get(x, y, z) === 0) y--
        const top = buffer.get(x, y, z)
        if (top === water) buffer.set(x, y, z, ice)
        else if (shapes.flatTop(top)) buffer.set(x, y + 1, z, snow)
        if (top === turf) buffer.set(x, y, z, snowyTurf)
      }
    }
  }
}
