import { Vec3 } from 'vec3'
import type { Registry } from '../../knowledge/registry.ts'
import type { Column } from '../squid.ts'
import { type Climate, WATER_LEVEL } from './climate.ts'
import type { Tree } from './trees.ts'

/** How far trees may be, how many there must be, and how much higher or lower they may stand. */
const TREE_DISTANCE = 40
const TREES = 6
const TREE_CLIMB = 10
/** Room around the spawn point without a trunk, and the steepest ground within it (blocks). */
const CLEARING = 3
const SLOPE = 1
/** Ground above this is mountainous. */
const HIGHEST = 90
/** Chunks in each direction that are searched. */
const SEARCH = 400

interface Land {
  registry: Registry
  climate: Climate
  trees(chunkX: number, chunkZ: number): Tree[]
  column(chunkX: number, chunkZ: number): Column
}

/**
 * The place nearest the origin, in rings of chunks, with flat dry ground and trees in reach: where
 * the feet of new players are.
 * @throws Error when there is none, which no seed comes near.
 */
export function findSpawn(land: Land): Vec3 {
  for (let ring = 0; ring <= SEARCH; ring++) {
    for (const [chunkX, chunkZ] of ringOf(ring)) {
      const spawn = spawnOn(land, chunkX, chunkZ)
      if (spawn) return spawn
    }
  }
  throw new Error('no dry ground with trees near the origin')
}

function* ringOf(ring: number): Generator<[number, number]> {
  for (let z = -ring; z <= ring; z++) {
    const step = Math.abs(z) === ring || ring === 0 ? 1 : 2 * ring
    for (let x = -ring; x <= ring; x += step) yield [x, z]
  }
}

function spawnOn(land: Land, chunkX: number, chunkZ: number): Vec3 | undefined {
  const x = chunkX * 16 + 8
  const z = chunkZ * 16 + 8
  const { height, biome } = land.climate.at(x, z)
  if (biome.top !== 'grass_block' || height < WATER_LEVEL || height > HIGHEST) return undefined
  if (!isFlat(land.climate, x, z, height) || !hasTrees(land, x, z, height)) return undefined
  return isFree(land, chunkX, chunkZ, height) ? new Vec3(x + 0.5, height + 1, z + 0.5) : undefined
}

function isFlat(climate: Climate, x: number, z: number, height: number): boolean {
  for (const dz of [-CLEARING, 0, CLEARING]) {
    for (const dx of [-CLEARING, 0, CLEARING]) {
      const around = climate.at(x + dx, z + dz).height
      if (around < WATER_LEVEL || Math.abs(around - height) > SLOPE) return false
    }
  }
  return true
}

function hasTrees(land: Land, x: number, z: number, height: number): boolean {
  const chunks = Math.ceil(TREE_DISTANCE / 16)
  let found = 0
  for (let dz = -chunks; dz <= chunks; dz++) {
    for (let dx = -chunks; dx <= chunks; dx++) {
      for (const tree of land.trees((x >> 4) + dx, (z >> 4) + dz)) {
        const distance = Math.hypot(tree.x - x, tree.z - z)
        if (distance < CLEARING) return false
        if (distance <= TREE_DISTANCE && Math.abs(tree.ground - height) <= TREE_CLIMB) found++
      }
    }
  }
  return found >= TREES
}

/** Whether caves, ravines and ponds have left the ground as it was, and nothing stands on it. */
function isFree(
  { registry, column }: Land,
  chunkX: number,
  chunkZ: number,
  ground: number,
): boolean {
  const made = column(chunkX, chunkZ)
  for (let z = 7; z <= 9; z++) {
    for (let x = 7; x <= 9; x++) {
      const below = registry.block(made.getBlockStateId({ x, y: ground - SLOPE, z }))
      if (below.boundingBox !== 'block') return false
    }
  }
  const above = (y: number) =>
    registry.blockName(made.getBlockStateId({ x: 8, y: ground + y, z: 8 }))
  return above(0) === 'grass_block' && above(1) === 'air' && above(2) === 'air'
}
