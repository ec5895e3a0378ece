import type { Registry } from '#knowledge/registry'
import { BIOME_NAMES, BIOMES, type PlantShare } from './biomes.ts'
import { chanceAt } from './chance.ts'
import { WATER_LEVEL } from './climate.ts'
import type { ColumnBuffer } from './column-buffer.ts'
import type { Landscape } from './landscape.ts'
import { createField } from './noise.ts'

/** Share of positions beside water where sugar cane grows, in clumps. */
const CANE_SHARE = 0.12
/** Maximum height of cactus and sugar cane (blocks). */
const MAX_STACK_HEIGHT = 3

interface Plant {
  share: number
  lower: number
  upper: number | undefined
}

export type Plants = (buffer: ColumnBuffer, landscape: Landscape) => void

/** Grass, ferns, flowers, cactus, dead bushes and sugar cane, where the ground suits them. */
export function createPlants(registry: Registry, seed: number): Plants {
  const turf = registry.blockState('grass_block')
  const sand = registry.blockState('sand')
  const redSand = registry.blockState('red_sand')
  const dirt = registry.blockState('dirt')
  const cactus = registry.blockState('cactus')
  const cane = registry.blockState('sugar_cane')
  const lily = registry.blockState('lily_pad')
  const water = registry.blockState('water')
  const patches = createField(`plants-${seed}`, 30)
  const thickets = createField(`sugar-cane-${seed}`, 12)
  const growing = new Map(
    BIOME_NAMES.map((name) => [
      name,
      BIOMES[name].plants.flatMap((entry) => resolve(registry, entry)),
    ]),
  )

  /** Chooses a plant by one random number; noise alternates sparse and dense patches. */
  function choose(plants: readonly Plant[], x: number, z: number): Plant | undefined {
    const density = 1 + 0.6 * patches(x, z)
    let rest = chanceAt(seed, x, 1, z) / density
    for (const plant of plants) {
      rest -= plant.share
      if (rest < 0) return plant
    }
    return undefined
  }

  function besideWater(buffer: ColumnBuffer, x: number, y: number, z: number): boolean {
    return [
      [x - 1, z],
      [x + 1, z],
      [x, z - 1],
      [x, z + 1],
    ].some(([nx = 0, nz = 0]) => within(nx, nz) && buffer.get(nx, y, nz) === water)
  }

  function stack(buffer: ColumnBuffer, x: number, y: number, z: number, state: number): void {
    const chance = chanceAt(seed, buffer.chunkX * 16 + x, 2, buffer.chunkZ * 16 + z)
    const height = 1 + Math.floor(chance * MAX_STACK_HEIGHT)
    for (let dy = 0; dy < height && buffer.get(x, y + dy, z) === 0; dy++) {
      buffer.set(x, y + dy, z, state)
    }
  }

  function growCane(buffer: ColumnBuffer, x: number, y: number, z: number): boolean {
    const worldX = buffer.chunkX * 16 + x
    const worldZ = buffer.chunkZ * 16 + z
    const clumped = CANE_SHARE * (1 + thickets(worldX, worldZ))
    if (chanceAt(seed, worldX, 3, worldZ) >= clumped || !besideWater(buffer, x, y, z)) return false
    stack(buffer, x, y + 1, z, cane)
    return true
  }

  /** Cactus needs air on all four sides, which is known only for the inner blocks of a column. */
  function growCactus(buffer: ColumnBuffer, x: number, y: number, z: number): void {
    for (let dy = 0; dy < MAX_STACK_HEIGHT; dy++) {
      for (const [dx, dz] of [
        [-1, 0],
        [1, 0],
        [0, -1],
        [0, 1],
      ] as const) {
        if (!within(x + dx, z + dz) || buffer.get(x + dx, y + dy, z + dz) !== 0) return
      }
    }
    stack(buffer, x, y, z, cactus)
  }

  function growLily(buffer: ColumnBuffer, landscape: Landscape, x: number, z: number): void {
    const { lilies = 0 } = landscape.biome(x, z)
    if (lilies === 0 || buffer.get(x, WATER_LEVEL, z) !== water) return
    const chance = chanceAt(seed, buffer.chunkX * 16 + x, 4, buffer.chunkZ * 16 + z)
    const isFree = buffer.get(x, WATER_LEVEL + 1, z) === 0
    if (chance < lilies && isFree) buffer.set(x, WATER_LEVEL + 1, z, lily)
  }

  return (buffer, landscape) => {
    for (let z = 0; z < 16; z++) {
      for (let x = 0; x < 16; x++) {
        const y = landscape.height(x, z)
        if (y < WATER_LEVEL) {
          growLily(buffer, landscape, x, z)
          continue
        }
        const ground = buffer.get(x, y, z)
        const fertile = [turf, sand, redSand, dirt].includes(ground)
        if (!fertile || buffer.get(x, y + 1, z) !== 0) continue
        if (growCane(buffer, x, y, z)) continue
        const plants = growing.get(landscape.biome(x, z).name) ?? []
        const plant = choose(plants, buffer.chunkX * 16 + x, buffer.chunkZ * 16 + z)
        if (!plant) continue
        if (plant.lower === cactus) growCactus(buffer, x, y + 1, z)
        else {
          if (plant.upper !== undefined) {
            if (buffer.get(x, y + 2, z) !== 0) continue
            buffer.set(x, y + 2, z, plant.upper)
          }
          buffer.set(x, y + 1, z, plant.lower)
        }
      }
    }
  }
}

function within(x: number, z: number): boolean {
  return x >> 4 === 0 && z >> 4 === 0
}

/** A plant as states of the version; empty when the version lacks it. */
function resolve(registry: Registry, { kinds: names, share, double }: PlantShare): Plant[] {
  const name = names.find((candidate) => registry.hasBlock(candidate))
  if (!name) return []
  if (!double) return [{ share, lower: registry.blockState(name), upper: undefined }]
  const half = (half: string) => registry.blockState(name, { half })
  return [{ share, lower: half('lower'), upper: half('upper') }]
}
