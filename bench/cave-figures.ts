import type { Registry } from '#knowledge/registry'
import type { Terrain } from '#world/terrain/terrain'

/** Number of underground block positions, and of those in caves by their contents. */
export interface CaveCounts {
  all: number
  air: number
  water: number
  lava: number
}

/** Surface below this height is excluded: it is under water or at a shore. */
const DRY = 64
/** Positions within this depth do not count as underground (blocks). */
const COVER = 6

/**
 * Counts a square of chunks by bands of height, from `from` (inclusive) to `to` (exclusive), only
 * under dry ground.
 */
export function countCaves(
  registry: Registry,
  terrain: Terrain,
  options: { chunks: number; band: number; from: number; to: number },
): Map<number, CaveCounts> {
  const { chunks, band, from, to } = options
  const width = Math.ceil(Math.sqrt(chunks))
  const counts = new Map<number, CaveCounts>()
  for (let y = from; y < to; y += band) counts.set(y, { all: 0, air: 0, water: 0, lava: 0 })
  for (let i = 0; i < chunks; i++) {
    const chunkX = i % width
    const chunkZ = Math.floor(i / width)
    const column = terrain.column(chunkX, chunkZ)
    for (let place = 0; place < 256; place++) {
      const x = place & 15
      const z = place >> 4
      const ground = terrain.surface(chunkX * 16 + x, chunkZ * 16 + z)
      if (ground < DRY) continue
      for (let y = from; y < Math.min(to, ground - COVER); y++) {
        const count = counts.get(from + Math.floor((y - from) / band) * band)
        if (!count) continue
        count.all++
        const name = registry.blockName(column.getBlockStateId({ x, y, z }))
        if (name === 'air' || name === 'water' || name === 'lava') count[name]++
      }
    }
  }
  return counts
}
