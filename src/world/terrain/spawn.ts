import { Vec3 } from 'vec3'
import type { Registry } from '#knowledge/registry'
import type { Column } from '../squid.ts'
import type { BiomeName } from './biomes.ts'
import { Dice } from './chance.ts'
import { type Climate, WATER_LEVEL } from './climate.ts'

/** Biomes that the game up to 1.17 looks for, and how far around the origin (blocks). */
const FRIENDLY: ReadonlySet<BiomeName> = new Set(['plains', 'forest', 'taiga', 'jungle'])
const BIOME_RANGE = 256
/** Where 1.18 and later do not begin; they take the land that is nearest to the origin. */
const WATERS: ReadonlySet<BiomeName> = new Set(['ocean', 'deep_ocean', 'river', 'beach'])
/** Distance of the places at which biomes are looked up (blocks). */
const BIOME_STEP = 16
/** How far from the world's spawn point players appear, along each axis (gamerule spawnRadius). */
const SPAWN_RADIUS = 10
/** Distances between the places that are tried for a player, in their order. */
const STRIDE = 17
/** Chunks in each direction that are searched for grass. */
const SEARCH = 400

export interface Land {
  registry: Registry
  seed: number
  climate: Climate
  column(chunkX: number, chunkZ: number): Column
}

/**
 * Where the feet of new players are: beside the first grass that is found from a place in a biome
 * fit to begin in, as in the game, whatever grows near. Only the sea is not left to chance: the
 * search goes on until there is grass.
 * @throws Error when there is none, which no seed comes near.
 */
export function findSpawn(land: Land): Vec3 {
  const dice = new Dice(land.seed, 0, 0, 40)
  const tall = land.registry.data.supportFeature('tallWorld')
  const [x, z] = tall ? nearestLand(land) : friendlyPlace(land, dice)
  return beside(land, dice, firstGrass(land, x >> 4, z >> 4))
}

/** Any of the places around the origin in a biome to begin in, the origin when there is none. */
function friendlyPlace({ climate }: Land, dice: Dice): readonly [number, number] {
  const places: [number, number][] = []
  for (let z = -BIOME_RANGE; z <= BIOME_RANGE; z += BIOME_STEP) {
    for (let x = -BIOME_RANGE; x <= BIOME_RANGE; x += BIOME_STEP) {
      if (FRIENDLY.has(climate.at(x, z).biome.name)) places.push([x, z])
    }
  }
  return places[dice.below(places.length)] ?? [0, 0]
}

function nearestLand({ climate }: Land): readonly [number, number] {
  for (let ring = 0; ring <= SEARCH; ring++) {
    for (const [stepX, stepZ] of ringOf(ring)) {
      const [x, z] = [stepX * BIOME_STEP, stepZ * BIOME_STEP]
      if (!WATERS.has(climate.at(x, z).biome.name)) return [x, z]
    }
  }
  return [0, 0]
}

function* ringOf(ring: number): Generator<[number, number]> {
  for (let z = -ring; z <= ring; z++) {
    const step = Math.abs(z) === ring || ring === 0 ? 1 : 2 * ring
    for (let x = -ring; x <= ring; x += step) yield [x, z]
  }
}

/** The spawn point of the world: the first block of grass of the nearest chunk that has one. */
function firstGrass(land: Land, chunkX: number, chunkZ: number): Vec3 {
  for (let ring = 0; ring <= SEARCH; ring++) {
    for (const [dx, dz] of ringOf(ring)) {
      for (let i = 0; i < 256; i++) {
        const x = (chunkX + dx) * 16 + (i >> 4)
        const z = (chunkZ + dz) * 16 + (i & 15)
        const grass = standingOn(land, x, z)
        if (grass) return grass
      }
    }
  }
  throw new Error('no grass near the origin')
}

/** A place within the spawn radius where a player can stand. */
function beside(land: Land, dice: Dice, middle: Vec3): Vec3 {
  const width = 2 * SPAWN_RADIUS + 1
  const first = dice.below(width * width)
  for (let i = 0; i < width * width; i++) {
    const number = (first + i * STRIDE) % (width * width)
    const x = Math.floor(middle.x) - SPAWN_RADIUS + (number % width)
    const z = Math.floor(middle.z) - SPAWN_RADIUS + Math.floor(number / width)
    const place = standingOn(land, x, z)
    if (place) return place
  }
  return middle
}

/** Feet on the grass of a place, if it has any, with nothing in the way of a body. */
function standingOn({ registry, climate, column }: Land, x: number, z: number): Vec3 | undefined {
  const { height, biome } = climate.at(x, z)
  if (height < WATER_LEVEL || biome.top !== 'grass_block') return undefined
  const made = column(x >> 4, z >> 4)
  const at = (y: number) => made.getBlockStateId({ x: x & 15, y, z: z & 15 })
  if (registry.blockName(at(height)) !== 'grass_block') return undefined
  const free = [1, 2].every((up) => registry.block(at(height + up)).boundingBox === 'empty')
  return free ? new Vec3(x + 0.5, height + 1, z + 0.5) : undefined
}
