import { Vec3 } from 'vec3'
import type { Registry } from '#knowledge/registry'
import type { Column } from '../core/column.ts'
import { shapesOf } from '../rules/shapes.ts'
import type { BiomeName } from './biomes.ts'
import { Dice } from './chance.ts'
import { type Climate, WATER_LEVEL } from './climate.ts'

/** Biomes that the spawn search of versions up to 1.17 accepts, and its radius around the origin (blocks). */
const SPAWN_BIOMES: ReadonlySet<BiomeName> = new Set(['plains', 'forest', 'taiga', 'jungle'])
const BIOME_RANGE = 256
/** Biomes that 1.18 and later do not spawn in; they take the land nearest to the origin. */
const WATERS: ReadonlySet<BiomeName> = new Set([
  'ocean',
  'deep_ocean',
  'river',
  'frozen_river',
  'beach',
])
/** Spacing of the positions whose biomes are checked (blocks). */
const BIOME_STEP = 16
/** Distance from the world spawn within which players spawn, along each axis (game rule spawnRadius). */
const SPAWN_RADIUS = 10
/** Step between attempts for a player's position, as an index. */
const STRIDE = 17
/** Radius of the search for ground (chunks). */
const SEARCH = 400

export interface Land {
  registry: Registry
  seed: number
  climate: Climate
  column(chunkX: number, chunkZ: number): Column
}

/**
 * Initial position of new players (feet): near the first suitable ground found from a position in a suitable biome, as
 * in the game. The ground is grass up to 1.17, and any dry block from 1.18 on. Unlike the game's, the search continues
 * until it finds ground, so that no player spawns at sea.
 * @throws Error when there is no such ground, which no seed comes close to.
 */
export function findSpawn(land: Land): Vec3 {
  const dice = new Dice(land.seed, 0, 0, 40)
  const tall = land.registry.data.supportFeature('tallWorld')
  const [x, z] = tall ? nearestLand(land) : suitablePosition(land, dice)
  return nearbyPosition(land, dice, firstGround(land, x >> 4, z >> 4))
}

/** A random position around the origin in a suitable biome; the origin when there is none. */
function suitablePosition({ climate }: Land, dice: Dice): readonly [number, number] {
  const places: [number, number][] = []
  for (let z = -BIOME_RANGE; z <= BIOME_RANGE; z += BIOME_STEP) {
    for (let x = -BIOME_RANGE; x <= BIOME_RANGE; x += BIOME_STEP) {
      if (SPAWN_BIOMES.has(climate.at(x, z).biome.name)) places.push([x, z])
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

/** The world spawn: the first suitable ground of the nearest chunk that has one. */
function firstGround(land: Land, chunkX: number, chunkZ: number): Vec3 {
  for (let ring = 0; ring <= SEARCH; ring++) {
    for (const [dx, dz] of ringOf(ring)) {
      for (let i = 0; i < 256; i++) {
        const x = (chunkX + dx) * 16 + (i >> 4)
        const z = (chunkZ + dz) * 16 + (i & 15)
        const ground = standingOn(land, x, z)
        if (ground) return ground
      }
    }
  }
  throw new Error('found no ground near the origin')
}

/** A position within the spawn radius where a player can stand. */
function nearbyPosition(land: Land, dice: Dice, middle: Vec3): Vec3 {
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

/** Position of the feet on suitable ground with free space above; undefined when there is none. */
function standingOn({ registry, climate, column }: Land, x: number, z: number): Vec3 | undefined {
  const { height, biome } = climate.at(x, z)
  const tall = registry.data.supportFeature('tallWorld')
  if (height < WATER_LEVEL || (!tall && biome.top !== 'grass_block')) return undefined
  const made = column(x >> 4, z >> 4)
  const at = (y: number) => made.getBlockStateId({ x: x & 15, y, z: z & 15 })
  const shapes = shapesOf(registry)
  const isGround = tall ? shapes.full(at(height)) : registry.blockName(at(height)) === 'grass_block'
  const free = [1, 2].every((up) => shapes.empty(at(height + up)))
  return isGround && free ? new Vec3(x + 0.5, height + 1, z + 0.5) : undefined
}
