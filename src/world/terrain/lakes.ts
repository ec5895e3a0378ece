import type { Registry } from '#knowledge/registry'
import { Dice } from './chance.ts'
import { type Climate, WATER_LEVEL } from './climate.ts'
import type { ColumnBuffer } from './column-buffer.ts'
import type { Landscape } from './landscape.ts'

/** A lens of liquid with air above it, within one column. */
interface Lake {
  x: number
  z: number
  radiusX: number
  radiusZ: number
  /** Height of the topmost liquid block. */
  level: number
  depth: number
  liquid: 'water' | 'lava'
}

/** Chances of a lake in a chunk. */
const POND_CHANCE = 1 / 24
const LAVA_POND_CHANCE = 1 / 160
const CAVE_WATER_CHANCE = 1 / 10
const CAVE_LAVA_CHANCE = 1 / 12

/** Maximum height difference of the surface around a pond (blocks). */
const POND_SLOPE = 3
/** Rock between the air of an underground lake and the surface (blocks). */
const COVER = 10

export interface Lakes {
  generate(buffer: ColumnBuffer, landscape: Landscape): void
  /** Whether a position is in a pond, or within a block of one. */
  open(x: number, z: number): boolean
}

/** Surface ponds and underground lakes of water and lava. */
export function createLakes(
  registry: Registry,
  seed: number,
  climate: Climate,
  lavaLevel: number,
): Lakes {
  const states = { water: registry.blockState('water'), lava: registry.blockState('lava') }
  const stone = registry.blockState('stone')

  /** Size of a lake; a margin of two blocks keeps it within its column. */
  function basin(dice: Dice): Omit<Lake, 'level' | 'liquid'> {
    return {
      x: 7 + dice.below(3),
      z: 7 + dice.below(3),
      radiusX: 3 + dice.next() * 2.4,
      radiusZ: 3 + dice.next() * 2.4,
      depth: 2 + dice.below(2),
    }
  }

  function pond(chunkX: number, chunkZ: number): Lake | undefined {
    const dice = new Dice(seed, chunkX, chunkZ, 1)
    const chance = dice.next()
    if (chance >= POND_CHANCE + LAVA_POND_CHANCE) return undefined
    const liquid = chance < POND_CHANCE ? 'water' : 'lava'
    const shape = basin(dice)
    let lowest = Number.POSITIVE_INFINITY
    let highest = 0
    for (let z = 1; z < 15; z++) {
      for (let x = 1; x < 15; x++) {
        if (spread(shape, x, z, 1.5) >= 1) continue
        const { height, biome } = climate.at(chunkX * 16 + x, chunkZ * 16 + z)
        if (biome.top !== 'grass_block' && liquid === 'water') return undefined
        lowest = Math.min(lowest, height)
        highest = Math.max(highest, height)
      }
    }
    if (lowest <= WATER_LEVEL || highest - lowest > POND_SLOPE) return undefined
    return { ...shape, level: lowest, liquid }
  }

  function buried(chunkX: number, chunkZ: number, minY: number, highest: number): Lake[] {
    const lakes: Lake[] = []
    for (const [liquid, chance] of [
      ['water', CAVE_WATER_CHANCE],
      ['lava', CAVE_LAVA_CHANCE],
    ] as const) {
      const dice = new Dice(seed, chunkX, chunkZ, liquid === 'water' ? 2 : 3)
      if (dice.next() >= chance) continue
      const shape = basin(dice)
      const bottom = Math.max(minY + 10, lavaLevel + 6)
      const range = (liquid === 'lava' ? Math.min(highest, 45) : highest) - bottom
      if (range > 0) lakes.push({ ...shape, level: bottom + dice.below(range), liquid })
    }
    return lakes
  }

  /** Carves the basin, seals its bed against caves and fills it. */
  function placeLake(buffer: ColumnBuffer, landscape: Landscape, lake: Lake, roof: number): void {
    const liquid = states[lake.liquid]
    for (let z = 1; z < 16; z++) {
      for (let x = 1; x < 16; x++) {
        const outer = spread(lake, x, z, 1.5)
        if (outer >= 1) continue
        const inner = spread(lake, x, z, 0)
        const depth = inner < 1 ? Math.ceil(lake.depth * Math.sqrt(1 - inner)) : 0
        const top = Math.max(landscape.height(x, z), lake.level)
        const bottom = lake.level - depth
        for (let y = bottom - 1; y <= bottom; y++) {
          if (isOpen(buffer.get(x, y, z))) buffer.set(x, y, z, stone)
        }
        for (let y = bottom + 1; y <= lake.level; y++) buffer.set(x, y, z, liquid)
        const air = Math.min(top, lake.level + (inner < 1 ? roof * Math.sqrt(1 - inner) : 0))
        for (let y = lake.level + 1; y <= air; y++)
          if (!touchesLiquid(buffer, x, y, z)) buffer.set(x, y, z, 0)
        // The rim, 1.5 blocks wide, must hold the liquid where a cave is near.
        if (inner >= 1) {
          for (let y = lake.level - lake.depth; y <= lake.level; y++) {
            if (isOpen(buffer.get(x, y, z))) buffer.set(x, y, z, stone)
          }
        }
      }
    }
  }

  /** Whether a liquid would flow into a block from its sides or from above, as from a flooded cave. */
  const touchesLiquid = (buffer: ColumnBuffer, x: number, y: number, z: number) =>
    [
      buffer.get(x, y, z),
      buffer.get(x, y + 1, z),
      buffer.get(x - 1, y, z),
      buffer.get(x + 1, y, z),
      buffer.get(x, y, z - 1),
      buffer.get(x, y, z + 1),
    ].some(isLiquid)
  const isLiquid = (state: number) => state === states.water || state === states.lava
  const isOpen = (state: number) => state === 0 || isLiquid(state)

  return {
    generate(buffer, landscape) {
      const onTop = pond(buffer.chunkX, buffer.chunkZ)
      if (onTop) placeLake(buffer, landscape, onTop, Number.POSITIVE_INFINITY)
      const highest = landscape.lowest - COVER
      for (const lake of buried(buffer.chunkX, buffer.chunkZ, buffer.minY, highest)) {
        placeLake(buffer, landscape, lake, 3)
      }
    },
    open(x, z) {
      const lake = pond(x >> 4, z >> 4)
      return lake !== undefined && spread(lake, x & 15, z & 15, 1.5) < 1
    },
  }
}

/** Squared distance from the centre of a lake, 1 at its shore widened by `margin` blocks. */
function spread(
  lake: { x: number; z: number; radiusX: number; radiusZ: number },
  x: number,
  z: number,
  margin: number,
): number {
  const dx = (x - lake.x) / (lake.radiusX + margin)
  const dz = (z - lake.z) / (lake.radiusZ + margin)
  return dx * dx + dz * dz
}
