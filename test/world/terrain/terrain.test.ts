import seedrandom from 'seedrandom'
import { Vec3 } from 'vec3'
import { afterEach, describe, expect, it } from 'vitest'
import { type Registry, registryFor } from '#knowledge/registry'
import { Level } from '#world/level'
import { liquidsOf, NO_LIQUID } from '#world/rules/liquids'
import { shapesOf } from '#world/rules/shapes'
import { BIOME_NAMES, BIOMES } from '#world/terrain/biomes'
import { Dice } from '#world/terrain/chance'
import { Climate } from '#world/terrain/climate'
import { depositsOf } from '#world/terrain/ore-tables'
import { createTerrain, type Terrain, terrainOf } from '#world/terrain/terrain'
import { createTrees } from '#world/terrain/trees'
import { Vein } from '#world/terrain/vein'
import { figuresOfTables, figuresOfWorld, total } from '../../../bench/ore-figures.ts'
import {
  biomeFigures,
  landHeights,
  nearestLog,
  percentile,
  weightedMedian,
} from '../../../bench/terrain-figures.ts'
import { type Practice, practice } from '../../support/practice.ts'
import { longIt, versionsFor } from '../../support/versions.ts'

const VERSIONS = versionsFor('1.21.4', '1.12.2', '1.16.5')
const FLATTENED = '1.16.5'
/** Number of worlds whose start is checked. */
const STARTS = 12
/** Half the side of the area checked for cave entrances and leaks (blocks). */
const RANGE = 80

let session: Practice | undefined
afterEach(async () => {
  await session?.close()
  session = undefined
})

/** A value that the first test that asks for it computes. */
function once<T>(compute: () => T): () => T {
  let value: { readonly of: T } | undefined
  return () => {
    value ??= { of: compute() }
    return value.of
  }
}

function levelOf(registry: Registry, terrain: Terrain): Level {
  return new Level(registry, (chunkX, chunkZ) => terrain.column(chunkX, chunkZ))
}

/** Ores by the game's tables, counted once a version. */
const oreTables = new Map<string, ReturnType<typeof figuresOfTables>>()
function oresOfTables(version: string): ReturnType<typeof figuresOfTables> {
  const known = oreTables.get(version) ?? figuresOfTables(registryFor(version))
  oreTables.set(version, known)
  return known
}

/** A square of chunk coordinates around the origin. */
function square(radius: number): [number, number][] {
  const side = Array.from({ length: 2 * radius + 1 }, (_, i) => i - radius)
  return side.flatMap((x) => side.map((z): [number, number] => [x, z]))
}

function bytes(terrain: Terrain, chunks: [number, number][]): Map<string, string> {
  return new Map(
    chunks.map(([x, z]) => [`${x},${z}`, terrain.column(x, z).dump().toString('base64')]),
  )
}

describe.each(VERSIONS)('terrain of %s', (version) => {
  const registry = registryFor(version)

  it('is the same for a seed in any order of generation', () => {
    const chunks = square(2)
    const forth = bytes(createTerrain(registry, 5), chunks)
    const back = bytes(createTerrain(registry, 5), chunks.toReversed())
    expect(back.size).toBe(chunks.length)
    for (const [chunk, content] of forth) expect(back.get(chunk) === content, chunk).toBe(true)
  })

  it('is unmodified for the next world of a seed', () => {
    const land = terrainOf(registry, 5)
    const before = bytes(createTerrain(registry, 5), [[0, 0]])
    const column = land.column(0, 0)
    for (let y = 0; y < 128; y++) column.setBlockStateId({ x: 3, y, z: 3 }, 0)
    expect(column.dump().toString('base64')).not.toBe(before.get('0,0'))
    expect(terrainOf(registry, 5)).toBe(land)
    expect(bytes(terrainOf(registry, 5), [[0, 0]])).toEqual(before)
    expect(terrainOf(registry, 6)).not.toBe(land)
  })

  it('differs between seeds', () => {
    const chunks = square(1)
    const one = bytes(createTerrain(registry, 5), chunks)
    const other = bytes(createTerrain(registry, 6), chunks)
    for (const [chunk, content] of one) expect(other.get(chunk) === content, chunk).toBe(false)
  })

  it('reaches a client block for block', async () => {
    session = await practice({ version, seed: 3, terrain: 'normal' })
    const { bot, world } = session
    const { level } = world.game
    const random = seedrandom(version)
    const kindsSeen = new Set<string>()
    for (let i = 0; i < 600; i++) {
      const x = Math.floor(world.terrain.spawn.x + (random() - 0.5) * 64)
      const z = Math.floor(world.terrain.spawn.z + (random() - 0.5) * 64)
      const y = level.minY + Math.floor(random() ** 2 * (100 - level.minY))
      const state = level.state(x, y, z)
      expect(bot.blockAt(new Vec3(x, y, z))?.stateId, `${x} ${y} ${z}`).toBe(state)
      kindsSeen.add(registry.blockName(state))
    }
    expect(kindsSeen.size).toBeGreaterThan(8)
    const { x, z } = world.terrain.spawn
    const biome = registry.data.biomesByName[world.terrain.biome(Math.floor(x), Math.floor(z))]
    expect(biome?.id).toBeGreaterThan(0)
    expect(bot.blockAt(world.terrain.spawn)?.biome.id).toBe(biome?.id)
  })

  it('has columns that can be modified and sent again', () => {
    const terrain = createTerrain(registry, 8)
    const level = levelOf(registry, terrain)
    const height = terrain.surface(4, 4)
    const glass = registry.blockState('glass')
    const before = level.state(5, height - 1, 4)
    level.set(4, height - 1, 4, glass)
    level.set(4, 250, 4, glass)
    expect(level.state(4, height - 1, 4)).toBe(glass)
    expect(level.state(5, height - 1, 4)).toBe(before)
    expect(level.state(4, 250, 4)).toBe(glass)
    const sent = level.column(0, 0)
    const received = terrain.column(50, 50) as unknown as typeof sent & {
      load(data: Buffer, mask?: unknown): void
    }
    const mask = (sent as unknown as { getMask(): unknown }).getMask()
    received.load(sent.dump(), mask)
    for (let y = level.minY; y < level.maxY; y++) {
      const at = { x: 4, y, z: 4 }
      if (y >= 240 || y < height) {
        expect(received.getBlockStateId(at)).toBe(sent.getBlockStateId(at))
      }
    }
  })

  it('has a section mask that matches its data', () => {
    const terrain = createTerrain(registry, 8)
    const level = levelOf(registry, terrain)
    const column = level.column(0, 0) as unknown as { getMask(): unknown }
    const before = column.getMask()
    level.set(0, 250, 0, registry.blockState('stone'))
    if (before !== undefined) expect(column.getMask()).not.toEqual(before)
    level.set(0, 250, 0, registry.blockState('air'))
    expect(column.getMask()).toEqual(before)
  })

  longIt('has ores at their heights in about their numbers', () => {
    const tall = registry.data.supportFeature('tallWorld')
    const expected = oresOfTables(version)
    const found = figuresOfWorld(registry, createTerrain(registry, 11), 60)
    for (const kind of expected.keys()) {
      const veins = depositsOf(registry).filter((deposit) => deposit.kind === kind)
      const lowest = Math.min(...veins.map(({ heights, size }) => heights.min - Vein.reach(size)))
      const highest = Math.max(...veins.map(({ heights, size }) => heights.max + Vein.reach(size)))
      expect(total(found, kind)).toBeGreaterThan(0)
      expect(total(found, kind, Number.NEGATIVE_INFINITY, lowest - 1)).toBe(0)
      expect(total(found, kind, highest + 1)).toBe(0)
      // Between bedrock and the lowest sea floor only caves and other veins reduce the number.
      const share =
        total(found, kind, tall ? -58 : 6, 32) / total(expected, kind, tall ? -58 : 6, 32)
      expect(share, kind).toBeGreaterThan(0.65)
      expect(share, kind).toBeLessThan(1.1)
    }
  })
})

describe('deposits', () => {
  const diamonds = (version: string) => total(oresOfTables(version), 'diamond_ore')

  longIt('include the additional diamond veins from 1.20.2 on', () => {
    expect(diamonds('1.18.2')).toBeCloseTo(diamonds('1.20.1'))
    expect(diamonds('1.20.2')).toBeCloseTo(diamonds('1.21.4'))
    // Two veins of size 8 with 5.7 blocks each on average.
    expect(diamonds('1.20.2') - diamonds('1.20.1')).toBeGreaterThan(8)
    expect(diamonds('1.20.2') - diamonds('1.20.1')).toBeLessThan(12)
  })

  it('of 1.17 have the old height range, with copper and deepslate blobs', () => {
    const registry = registryFor('1.17.1')
    const kinds = depositsOf(registry).map(({ kind }) => kind)
    expect(kinds).toContain('copper_ore')
    expect(kinds).toContain('deepslate')
    expect(depositsOf(registryFor('1.16.5')).map(({ kind }) => kind)).not.toContain('copper_ore')
    for (const { heights } of depositsOf(registry)) expect(heights.min).toBeGreaterThanOrEqual(0)
    expect(diamonds('1.17.1')).toBeCloseTo(diamonds('1.12.2'))
  })
})

/** Chunks of a single biome that are no mountains, and their trees, by biome. */
const treesByBiome = once(() => {
  const found = new Map<string, { chunks: number; trees: number }>()
  for (let seed = 1; seed <= 4; seed++) {
    const climate = new Climate(seed)
    const grown = createTrees(registryFor(FLATTENED), seed, climate, () => false)
    for (let chunkX = -120; chunkX < 120; chunkX += 2) {
      for (let chunkZ = -120; chunkZ < 120; chunkZ += 2) {
        const corners = [0, 8, 15].flatMap((x) => [0, 8, 15].map((z) => [x, z] as const))
        const { name } = climate.at(chunkX * 16, chunkZ * 16).biome
        const pure = corners.every(([x, z]) => {
          const place = climate.at(chunkX * 16 + x, chunkZ * 16 + z)
          return place.biome.name === name && place.height < 90
        })
        if (!pure) continue
        const sum = found.get(name) ?? { chunks: 0, trees: 0 }
        sum.chunks++
        sum.trees += grown.on(chunkX, chunkZ).length
        found.set(name, sum)
      }
    }
  }
  return found
})

describe('the land', () => {
  const registry = registryFor(FLATTENED)

  it.each(VERSIONS)(
    'of %s lets players spawn on dry ground, which is grass up to 1.17',
    (version) => {
      const registry = registryFor(version)
      const distances: number[] = []
      const grounds = new Set<string>()
      for (let seed = 1; seed <= STARTS; seed++) {
        const terrain = createTerrain(registry, seed)
        const { spawn } = terrain
        const [x, y, z] = [Math.floor(spawn.x), spawn.y, Math.floor(spawn.z)]
        expect([spawn.x - x, spawn.z - z]).toEqual([0.5, 0.5])
        const level = levelOf(registry, terrain)
        grounds.add(level.name(x, y - 1, z))
        const shapes = shapesOf(registry)
        expect(shapes.full(level.state(x, y - 1, z))).toBe(true)
        const body = [level.state(x, y, z), level.state(x, y + 1, z)]
        expect(body.map((state) => shapes.empty(state))).toEqual([true, true])
        expect(body.some((state) => liquidsOf(registry).of(state) !== NO_LIQUID)).toBe(false)
        distances.push(Math.hypot(x, z))
        if (seed === 1) expect(createTerrain(registry, seed).spawn).toEqual(spawn)
      }
      if (registry.data.supportFeature('tallWorld')) expect(grounds).toContain('sand')
      else expect([...grounds]).toEqual(['grass_block'])
      // The game searches a biome within 256 blocks, and grass around that position.
      expect(distances.filter((distance) => distance < 400).length).toBeGreaterThan(0.8 * STARTS)
    },
  )

  it.each([
    ['plains', 0.05, 0.05],
    ['mountains', 0.1, 0.1],
    ['savanna', 0.8, 1.1],
    // Ten attempts, of which a third fail because of another tree's leaves.
    ['forest', 5.5, 8],
    ['birch_forest', 5.5, 8],
    ['taiga', 5.5, 8],
  ] as const)("has the game's number of trees in %s", (name, min, max) => {
    const { chunks = 0, trees = 0 } = treesByBiome().get(name) ?? {}
    expect(chunks).toBeGreaterThan(200)
    const spread = 3 * Math.sqrt(max / chunks)
    expect(trees / chunks).toBeGreaterThan(min - spread)
    expect(trees / chunks).toBeLessThan(max + spread)
  })

  it('has every biome, each with its own trees and leaves that can decay', () => {
    const missing = new Set<string>(BIOME_NAMES)
    for (let seed = 1; seed <= 8 && missing.size > 0; seed++) {
      const terrain = createTerrain(registry, seed)
      for (let chunkX = -80; chunkX < 80; chunkX += 4) {
        for (let chunkZ = -80; chunkZ < 80; chunkZ += 4) {
          const name = pureBiome(terrain, chunkX, chunkZ)
          if (!name || !missing.has(name)) continue
          const woods = new Set<string>()
          const column = terrain.column(chunkX, chunkZ)
          for (let y = 60; y < 140; y++) {
            for (let i = 0; i < 256; i++) {
              const state = column.getBlockStateId({ x: i & 15, y, z: i >> 4 })
              const kind = registry.blockName(state)
              if (kind.endsWith('_log')) woods.add(kind.replace('_log', ''))
              if (kind.endsWith('_leaves')) {
                expect(registry.blockProperties(state).persistent).toBe('false')
              }
            }
          }
          const expected = Object.keys(BIOMES[name].trees)
          for (const wood of woods) expect(expected, name).toContain(wood)
          const most = Math.max(0, ...Object.values(BIOMES[name].trees))
          if (most > 5) expect(woods.size, name).toBeGreaterThan(0)
          missing.delete(name)
        }
      }
    }
    expect([...missing]).toEqual([])
  })

  // Up to 1.17, the relief does not depend on the version.
  it.each(['1.16.5', '1.21.4'])("of %s has the game's biome sizes and relief", (version) => {
    const registry = registryFor(version)
    const tall = registry.data.supportFeature('tallWorld')
    const terrains = Array.from({ length: 16 }, (_, i) => createTerrain(registry, 100 + i))
    const run = weightedMedian(biomeFigures(terrains).runs)
    // cubiomes has 268 blocks in 1.16.5 and 196 in 1.21.
    expect(run).toBeGreaterThan(tall ? 150 : 200)
    expect(run).toBeLessThan(tall ? 260 : 350)
    const heights = landHeights(terrains)
    // The game's median and 95th percentile: 69 and 90 in 1.16.5, 69 and 122 in 1.21.
    expect(Math.abs(percentile(heights, 0.5) - 69)).toBeLessThanOrEqual(3)
    expect(Math.abs(percentile(heights, 0.95) - (tall ? 122 : 90))).toBeLessThanOrEqual(8)
  })

  longIt('has starts without a tree nearby, as the game', () => {
    const far = Array.from({ length: 20 }, (_, i) => createTerrain(registry, 200 + i)).filter(
      (terrain) => nearestLog(registry, terrain) > 38,
    )
    // Trees of the game's number in cubiomes' biomes: 13 % of the starts.
    expect(far.length).toBeGreaterThanOrEqual(1)
    expect(far.length).toBeLessThanOrEqual(7)
  })

  it.each(VERSIONS)('of %s has snow, ice, terracotta and lily pads in their biomes', (version) => {
    const registry = registryFor(version)
    const tops = new Map<string, Set<string>>()
    for (let seed = 1; seed <= 12; seed++) {
      const terrain = createTerrain(registry, seed)
      for (let chunkX = -150; chunkX < 150; chunkX += 10) {
        for (let chunkZ = -150; chunkZ < 150; chunkZ += 10) {
          const name = pureBiome(terrain, chunkX, chunkZ)
          if (!name || !/snowy|swamp|badlands|frozen|plains/.test(name)) continue
          const seen = tops.get(name) ?? new Set()
          if (seen.size > 12) continue
          tops.set(name, seen)
          const column = terrain.column(chunkX, chunkZ)
          for (let place = 0; place < 256; place++) {
            const [x, z] = [place & 15, place >> 4]
            const ground = terrain.surface(chunkX * 16 + x, chunkZ * 16 + z)
            for (const y of [ground - 3, ground, ground + 1, 62, 63]) {
              seen.add(registry.blockName(column.getBlockStateId({ x, y, z })))
            }
          }
        }
      }
    }
    expect(tops.get('snowy_plains')).toContain('snow')
    expect(tops.get('snowy_taiga')).toContain('snow')
    expect(tops.get('plains')).not.toContain('snow')
    expect(tops.get('badlands')).toContain('red_sand')
    expect(tops.get('badlands')).toContain('orange_terracotta')
    expect(tops.get('swamp')).toContain('lily_pad')
    expect(tops.get('swamp')).toContain('blue_orchid')
  })

  it('is low in plains and high in mountains', () => {
    const climate = new Climate(4)
    const heights = new Map<string, number[]>()
    for (let x = -3000; x < 3000; x += 50) {
      for (let z = -3000; z < 3000; z += 50) {
        const { height, biome } = climate.at(x, z)
        heights.set(biome.name, [...(heights.get(biome.name) ?? []), height])
      }
    }
    const plains = (heights.get('plains') ?? []).toSorted((a, b) => a - b)
    const middle = plains[Math.floor(plains.length / 2)] ?? 0
    expect(middle).toBeGreaterThanOrEqual(64)
    expect(middle).toBeLessThanOrEqual(72)
    expect(Math.max(...(heights.get('mountains') ?? []))).toBeGreaterThan(110)
    expect(Math.max(...(heights.get('ocean') ?? []))).toBeLessThan(62)
  })

  it.each(VERSIONS)(
    'of %s has cave entrances, and no liquids that would flow into caves',
    (version) => {
      const registry = registryFor(version)
      const terrain = createTerrain(registry, 6)
      const level = levelOf(registry, terrain)
      const liquids = [registry.blockState('water'), registry.blockState('lava')]
      const leaks: string[] = []
      let openings = 0
      for (let z = -RANGE; z < RANGE; z++) {
        for (let x = -RANGE; x < RANGE; x++) {
          const ground = terrain.surface(x, z)
          if (level.state(x, ground, z) === 0 && level.state(x, ground - 10, z) === 0) openings++
          for (let y = level.minY + 5; y < Math.max(ground, 62) + 2; y++) {
            if (!liquids.includes(level.state(x, y, z))) continue
            const around = [
              level.state(x + 1, y, z),
              level.state(x - 1, y, z),
              level.state(x, y, z + 1),
              level.state(x, y, z - 1),
              level.state(x, y - 1, z),
            ]
            if (around.includes(0)) leaks.push(`${x} ${y} ${z}`)
          }
        }
      }
      expect(leaks).toEqual([])
      expect(openings).toBeGreaterThan(0)
    },
  )

  it('fills the deepest caves with lava', () => {
    for (const [version, level] of [
      ['1.16.5', 10],
      ['1.21.4', -55],
    ] as const) {
      const registry = registryFor(version)
      const terrain = createTerrain(registry, 1)
      const found = { lava: 0, air: 0 }
      for (const [chunkX, chunkZ] of square(3)) {
        const column = terrain.column(chunkX, chunkZ)
        const names = (y: number) =>
          Array.from({ length: 256 }, (_, i) =>
            registry.blockName(column.getBlockStateId({ x: i & 15, y, z: i >> 4 })),
          )
        // Corridors of mineshafts and geodes are hollow at any height.
        const around = [-1, 0, 1, 2, 3].flatMap((above) => names(level + above))
        if (around.some((name) => /rail|planks|fence|amethyst/.test(name))) continue
        for (const name of names(level)) {
          if (name === 'lava') found.lava++
          if (name === 'air') found.air++
        }
      }
      expect(found.lava).toBeGreaterThan(0)
      expect(found.air).toBe(0)
    }
  })
})

describe('a vein', () => {
  // Maximum number of blocks of the game's vein shape, by size.
  it.each([
    [4, 5],
    [7, 10],
    [8, 10],
    [9, 13],
    [12, 23],
    [17, 37],
    [33, 160],
    [64, 864],
  ])('of size %i has at most %i blocks', (size, limit) => {
    const vein = new Vein(size)
    const dice = new Dice(size)
    const middle = 32
    let largest = 0
    let furthest = 0
    for (let i = 0; i < 100; i++) {
      const blocks = new Set<string>()
      vein.lay(dice, size, middle, 0, middle)
      vein.rows(2 * middle, (fromX, toX, y, z) => {
        for (let x = fromX; x <= toX; x++) {
          blocks.add(`${x},${y},${z}`)
          furthest = Math.max(furthest, Math.abs(x - middle), Math.abs(y), Math.abs(z - middle))
        }
      })
      largest = Math.max(largest, blocks.size)
    }
    expect(furthest).toBeLessThanOrEqual(Vein.reach(size))
    expect(largest).toBeLessThanOrEqual(limit)
    expect(largest).toBeGreaterThan(limit / 3)
  })

  it('has the same blocks in each of two squares side by side as in one', () => {
    const rowsOf = (shift: number, width: number) => {
      const found = new Set<string>()
      const vein = new Vein(33)
      vein.lay(new Dice(1), 33, 16 - shift, 0, 8)
      vein.rows(width, (fromX, toX, y, z) => {
        for (let x = fromX; x <= toX; x++) if (z < 16) found.add(`${x + shift},${y},${z}`)
      })
      return [...found]
    }
    const whole = rowsOf(0, 32)
    expect(whole.length).toBeGreaterThan(50)
    expect([...rowsOf(0, 16), ...rowsOf(16, 16)].sort()).toEqual(whole.sort())
  })
})

/** Biome of a chunk and its surroundings, if they have only one. */
function pureBiome(terrain: Terrain, chunkX: number, chunkZ: number) {
  const found = new Set<string>()
  for (const dx of [-6, 2, 8, 13, 21]) {
    for (const dz of [-6, 2, 8, 13, 21]) {
      found.add(terrain.biome(chunkX * 16 + dx, chunkZ * 16 + dz))
      if (found.size > 1) return undefined
    }
  }
  return BIOME_NAMES.find((name) => BIOMES[name].names.some((version) => found.has(version)))
}
