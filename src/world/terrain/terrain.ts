import seedrandom from 'seedrandom'
import type { Vec3 } from 'vec3'
import type { Registry } from '#knowledge/registry'
import type { Column } from '../core/column.ts'
import { createAquifers } from './aquifers.ts'
import { Carvers } from './carvers.ts'
import { createCaves } from './caves.ts'
import { copyOfColumn } from './chunk-column.ts'
import { Climate } from './climate.ts'
import { ColumnBuffer } from './column-buffer.ts'
import { ColumnCache } from './column-cache.ts'
import { type CaveGenerator, createDryFilling } from './filling.ts'
import { createFrost } from './frost.ts'
import { BEDROCK_LAYERS, createGround } from './ground.ts'
import { createLakes } from './lakes.ts'
import { Landscape } from './landscape.ts'
import { createOres } from './ores.ts'
import { createPacker } from './pack.ts'
import { createPlants } from './plants.ts'
import { findSpawn } from './spawn.ts'
import { createSprings, type Spill } from './springs.ts'
import type { BlockEntity } from './structures/block-entity.ts'
import { createStructures } from './structures/structures.ts'
import { createTrees } from './trees.ts'

/** The terrain of a seed. */
export interface Terrain {
  /** Generates the unmodified column of a chunk, independent of the order of calls. */
  column(chunkX: number, chunkZ: number): Column
  /** The same column, for reading only. */
  peek(chunkX: number, chunkZ: number): Column
  /** The liquid blocks of an unmodified column that may flow into its neighbours. */
  spills(column: Column): readonly Spill[]
  /** The generated chests and monster spawners of an unmodified column. */
  blockEntities(column: Column): readonly BlockEntity[]
  /** Initial position of players (feet), on grass near the origin. */
  readonly spawn: Vec3
  /** Name of the biome in minecraft-data. */
  biome(x: number, z: number): string
  /** Height of the topmost ground block (feet are at +1), without trees, caves and ponds. */
  surface(x: number, z: number): number
}

/** What an unmodified column has besides its blocks. */
interface Extras {
  readonly spills: readonly Spill[]
  readonly blockEntities: readonly BlockEntity[]
}

/** Height up to which lava fills caves, in versions up to 1.17 and from 1.18 on. */
const LAVA_LEVEL = 10
const TALL_LAVA_LEVEL = -55

let latest:
  | { readonly registry: Registry; readonly seed: number; readonly terrain: Terrain }
  | undefined

/** The terrain of a seed; consecutive worlds with the same seed share it. */
export function terrainOf(registry: Registry, seed: number): Terrain {
  if (latest?.registry !== registry || latest.seed !== seed) {
    latest = { registry, seed, terrain: createTerrain(registry, seed) }
  }
  return latest.terrain
}

/**
 * Every part of the terrain is determined by the seed and the position, so that columns can be generated in any order
 * and discarded. A column is built in one buffer of state ids and packed at the end.
 */
export function createTerrain(registry: Registry, seed: number): Terrain {
  const tall = registry.data.supportFeature('tallWorld')
  const lavaLevel = tall ? TALL_LAVA_LEVEL : LAVA_LEVEL
  const mixed = seedrandom(`terrain-${seed}`).int32()
  const buffer = tall ? new ColumnBuffer(-64, 384) : new ColumnBuffer(0, 256)
  const air = registry.blockState('air')

  const climate = new Climate(mixed, tall)
  const landscape = new Landscape()
  const layGround = createGround(registry, mixed)
  const floor = buffer.minY + BEDROCK_LAYERS
  const filling = tall
    ? createAquifers(registry, mixed, lavaLevel)
    : createDryFilling(air, registry.blockState('lava'), lavaLevel)
  const carvers = new Carvers(mixed, {
    tall,
    filling,
    floor,
    minY: buffer.minY,
    worldHeight: buffer.height,
  })
  const caveGenerators: CaveGenerator[] = tall
    ? [createCaves(mixed, filling, floor), carvers]
    : [carvers]
  const lakes = createLakes(registry, mixed, climate, lavaLevel)
  const flow = createSprings(registry, mixed)
  const extras = new WeakMap<Column, Extras>()
  const placeOres = createOres(registry, mixed, climate)
  const structures = createStructures({
    ...{ registry, seed: mixed, climate, tall, minY: buffer.minY, lavaLevel },
    mayCarve: (x, y, z) => caveGenerators.some((cavity) => cavity.mayCarve(x, y, z)),
    mayFlood: (x, y, z) => filling.mayFlood(x, y, z),
  })
  const cavities = [...caveGenerators, lakes]
  const trees = createTrees(
    registry,
    mixed,
    climate,
    (x, z, ground) =>
      cavities.some((cavity) => cavity.open(x, z, ground)) || structures.covers(x, z),
  )
  const plant = createPlants(registry, mixed)
  const freeze = createFrost(registry)
  const pack = createPacker(registry)

  function make(chunkX: number, chunkZ: number): Column {
    buffer.begin(chunkX, chunkZ)
    landscape.survey(climate, chunkX, chunkZ)
    layGround(buffer, landscape)
    filling.survey(buffer)
    for (const cavity of caveGenerators) cavity.carve(buffer, landscape)
    lakes.generate(buffer, landscape)
    const blockEntities = structures.generate(buffer, landscape)
    placeOres(buffer, landscape)
    const spills = flow(buffer)
    trees.plant(buffer)
    plant(buffer, landscape)
    freeze(buffer, landscape)
    const packed = pack(buffer, landscape)
    if (spills.length + blockEntities.length > 0) extras.set(packed, { spills, blockEntities })
    return packed
  }

  const cache = new ColumnCache(make)
  function peek(chunkX: number, chunkZ: number): Column {
    return cache.get(chunkX, chunkZ)
  }

  function column(chunkX: number, chunkZ: number): Column {
    const original = peek(chunkX, chunkZ)
    const copy = copyOfColumn(original)
    const extra = extras.get(original)
    if (extra) extras.set(copy, extra)
    return copy
  }

  const biome = (x: number, z: number) => {
    const { names } = climate.at(x, z).biome
    return names.find((name) => registry.data.biomesByName[name]) ?? 'plains'
  }
  let spawn: Vec3 | undefined
  return {
    column,
    peek,
    spills: (column) => extras.get(column)?.spills ?? [],
    blockEntities: (column) => extras.get(column)?.blockEntities ?? [],
    biome,
    surface: (x, z) => climate.at(x, z).height,
    // The search for it generates columns, which those who only ask for biomes and heights do not need.
    get spawn() {
      spawn ??= findSpawn({ registry, seed: mixed, climate, column: peek })
      return spawn
    },
  }
}
