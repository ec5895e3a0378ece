import type { Registry } from '#knowledge/registry'
import type { Terrain } from '#world/terrain/terrain'

/** Spacing of the positions whose biomes are compared (blocks): the game stores one biome for each 4 blocks. */
const STEP = 4
/** Half length of a row of biomes, and number and spacing of rows (blocks). */
const HALF_ROW = 2048
const ROWS = 16
const ROW_SPACING = 256
/** Biomes that are not land. Their runs do not count, but they end the runs of land. */
const WATERS = /ocean|river|beach/
/** Height from which ground counts as land (blocks). */
const SHORE = 62
/** Half the side of the area whose heights are measured (blocks). */
const HEIGHT_RANGE = 1024
/** Distance up to which logs are searched (chunks), and the height up to which trees grow. */
const LOG_RANGE = 20
const TREE_TOP = 200

/** Number of land positions by biome, and lengths of the runs of land biomes (blocks). */
export interface BiomeFigures {
  shares: Map<string, number>
  runs: number[]
}

/** Walks along rows of a world and collects runs of one biome. */
export function biomeFigures(terrains: readonly Terrain[]): BiomeFigures {
  const shares = new Map<string, number>()
  const runs: number[] = []
  for (const terrain of terrains) {
    for (let row = 0; row < ROWS; row++) {
      const z = (row - ROWS / 2) * ROW_SPACING
      let [name, length, first] = ['', 0, true]
      for (let x = -HALF_ROW; x < HALF_ROW; x += STEP) {
        const here = terrain.biome(x, z)
        if (!WATERS.test(here)) shares.set(here, (shares.get(here) ?? 0) + 1)
        if (here === name) length += STEP
        else {
          // The row cuts its first and last runs.
          if (!first && !WATERS.test(name)) runs.push(length)
          first = name === ''
          ;[name, length] = [here, STEP]
        }
      }
    }
  }
  return { shares, runs }
}

/** Heights of the land around the origin. */
export function landHeights(terrains: readonly Terrain[]): number[] {
  const heights: number[] = []
  for (const terrain of terrains) {
    for (let z = -HEIGHT_RANGE; z < HEIGHT_RANGE; z += 32) {
      for (let x = -HEIGHT_RANGE; x < HEIGHT_RANGE; x += 32) {
        const height = terrain.surface(x, z)
        if (height >= SHORE && !/ocean|river/.test(terrain.biome(x, z))) heights.push(height)
      }
    }
  }
  return heights
}

/** Horizontal distance from the spawn to the nearest log (blocks); infinite when none is in range. */
export function nearestLog(registry: Registry, terrain: Terrain): number {
  const { spawn } = terrain
  const [homeX, homeZ] = [Math.floor(spawn.x) >> 4, Math.floor(spawn.z) >> 4]
  let nearest = Number.POSITIVE_INFINITY
  for (let ring = 0; ring <= LOG_RANGE && (ring - 1) * 16 < nearest; ring++) {
    for (let dz = -ring; dz <= ring; dz++) {
      const step = Math.abs(dz) === ring ? 1 : Math.max(1, 2 * ring)
      for (let dx = -ring; dx <= ring; dx += step) {
        for (const [x, z] of logsIn(registry, terrain, homeX + dx, homeZ + dz)) {
          nearest = Math.min(nearest, Math.hypot(x + 0.5 - spawn.x, z + 0.5 - spawn.z))
        }
      }
    }
  }
  return nearest
}

/** Horizontal positions of a chunk's logs. */
function* logsIn(
  registry: Registry,
  terrain: Terrain,
  chunkX: number,
  chunkZ: number,
): Generator<readonly [number, number]> {
  const column = terrain.column(chunkX, chunkZ)
  for (let place = 0; place < 256; place++) {
    const [x, z] = [place & 15, place >> 4]
    const ground = terrain.surface(chunkX * 16 + x, chunkZ * 16 + z)
    for (let y = ground; y < Math.min(ground + 8, TREE_TOP); y++) {
      if (!registry.blockName(column.getBlockStateId({ x, y, z })).endsWith('_log')) continue
      yield [chunkX * 16 + x, chunkZ * 16 + z]
      break
    }
  }
}

/** The value below which a share of the numbers lies. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Median of runs, each weighted by its length: half of the land lies in longer ones. */
export function weightedMedian(runs: readonly number[]): number {
  const sorted = runs.toSorted((a, b) => a - b)
  let left = sorted.reduce((sum, run) => sum + run, 0) / 2
  for (const run of sorted) {
    left -= run
    if (left <= 0) return run
  }
  return Number.NaN
}
