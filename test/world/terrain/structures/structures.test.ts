import { describe, expect, it } from 'vitest'
import { type Registry, registryFor } from '#knowledge/registry'
import { Level } from '#world/level'
import { liquidsOf, NO_LIQUID } from '#world/rules/liquids'
import { shapesOf } from '#world/rules/shapes'
import type { BlockEntity } from '#world/terrain/structures/block-entity'
import { startsAround } from '#world/terrain/structures/grid'
import { planMineshaft } from '#world/terrain/structures/mineshaft-plan'
import { createTerrain, type Terrain } from '#world/terrain/terrain'
import { chunksAround, findEntity, type SeedChunk } from '../../../support/structures.ts'
import { longIt, versionsFor } from '../../../support/versions.ts'

const VERSIONS = versionsFor('1.21.4', '1.12.2', '1.16.5')

type Place = readonly [x: number, y: number, z: number]

function levelOf(registry: Registry, terrain: Terrain): Level {
  return new Level(registry, (x, z) => terrain.column(x, z))
}

/** The chunks in which the search finds chests, by version and loot table. */
const FOUND: Readonly<Record<string, SeedChunk>> = {
  '1.21.4 mineshaft': [1, -3, -5],
  '1.21.4 village_house': [5, 8, 14],
  '1.21.4 ruined_portal': [1, 1, 10],
  '1.16.5 mineshaft': [1, -1, -4],
  '1.16.5 village_house': [5, 8, 11],
}

/** Where the chests of a version and loot table are. */
const places = new Map<string, ReturnType<typeof findEntity<BlockEntity>>>()

/** A world with a chest of one loot table, and the chunks around that chest. */
function around(version: string, table: string, radius: number) {
  const key = `${version} ${table}`
  const found =
    places.get(key) ??
    findEntity(
      version,
      (entity): entity is BlockEntity => entity.kind === 'chest' && entity.table === table,
      16,
      FOUND[key],
    )
  places.set(key, found)
  const { x, z } = found.entity
  const chunks = [...chunksAround(radius)].map(
    ([dx, dz]) => [(x >> 4) + dx, (z >> 4) + dz] as const,
  )
  return { ...found, chunks, level: levelOf(found.registry, found.terrain) }
}

/** The blocks with a name like `wanted` in some chunks, from the world's bottom to a height. */
function* blocksOf(level: Level, chunks: readonly (readonly [number, number])[], wanted: RegExp) {
  const names = new Map<number, string | undefined>()
  const nameOf = (state: number, at: Place) => {
    const name = level.name(...at)
    names.set(state, wanted.test(name) ? name : undefined)
    return names.get(state)
  }
  for (const [chunkX, chunkZ] of chunks)
    for (let y = level.minY; y < 130; y++)
      for (let place = 0; place < 256; place++) {
        const [x, z] = [chunkX * 16 + (place & 15), chunkZ * 16 + (place >> 4)]
        const state = level.state(x, y, z)
        const name = names.has(state) ? names.get(state) : nameOf(state, [x, y, z])
        if (name !== undefined) yield { at: [x, y, z] as const, name }
      }
}

const SIDES = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const

describe.each(VERSIONS)('structures of %s', (version) => {
  it.each(['mineshaft', 'village_house'])(
    'with a chest of %s are the same in any order of generation',
    (table) => {
      const { seed, registry, chunks } = around(version, table, 2)
      const bytes = (order: readonly (readonly [number, number])[]) => {
        const terrain = createTerrain(registry, seed)
        return new Map(
          order.map(([x, z]) => {
            const column = terrain.column(x, z)
            const entities = JSON.stringify(terrain.blockEntities(column))
            return [`${x},${z}`, column.dump().toString('base64') + entities]
          }),
        )
      }
      const forth = bytes(chunks)
      const back = bytes(chunks.toReversed())
      for (const [chunk, content] of forth) expect(back.get(chunk) === content, chunk).toBe(true)
    },
  )

  longIt('have mineshafts that keep liquids out, with rails on the ground', () => {
    const { registry, level, chunks } = around(version, 'mineshaft', 3)
    const shapes = shapesOf(registry)
    const counts = new Map<string, number>()
    for (const { at, name } of blocksOf(level, chunks, /^(oak_planks|oak_fence|rail|cobweb)$/)) {
      const [x, y, z] = at
      counts.set(name, (counts.get(name) ?? 0) + 1)
      if (name === 'rail') expect(shapes.flatTop(level.state(x, y - 1, z)), `${at}`).toBe(true)
    }
    for (const name of ['oak_planks', 'oak_fence', 'rail', 'cobweb'])
      expect(counts.get(name) ?? 0, name).toBeGreaterThan(3)
    const sources = [registry.blockState('water'), registry.blockState('lava')]
    const leaks = [...blocksOf(level, chunks, /^(water|lava)$/)].filter(({ at: [x, y, z] }) => {
      if (y < level.minY + 5 || !sources.includes(level.state(x, y, z))) return false
      const isOpen = (dx: number, dy: number, dz: number) =>
        level.state(x + dx, y + dy, z + dz) === 0
      return isOpen(0, -1, 0) || SIDES.some(([dx, dz]) => isOpen(dx, 0, dz))
    })
    expect(leaks.map(({ at }) => at.join(' '))).toEqual([])
  })

  longIt('have villages with doors, beds, paths and farms that stand', () => {
    const { registry, level, chunks } = around(version, 'village_house', 4)
    const counts = new Map<string, number>()
    const shapes = shapesOf(registry)
    const wanted = /_door$|_bed$|^farmland$|_path$|^(wheat|carrots|potatoes|beetroots)$|^chest$/
    for (const { at, name } of blocksOf(level, chunks, wanted)) {
      const [x, y, z] = at
      const kind = wanted.exec(name)?.[0] ?? ''
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      const { half, part, facing } = registry.blockProperties(level.state(x, y, z))
      if (kind === '_door' && half === 'lower') {
        expect(level.name(x, y + 1, z)).toBe(name)
        expect(shapes.flatTop(level.state(x, y - 1, z))).toBe(true)
        const [dx, dz] = STEPS[facing ?? ''] ?? [0, 0]
        // Both sides of the door can be walked on.
        for (const side of [-1, 1])
          for (const up of [0, 1])
            expect(shapes.empty(level.state(x + dx * side, y + up, z + dz * side))).toBe(true)
      }
      if (kind === '_bed' && part === 'foot') {
        const [dx, dz] = STEPS[facing ?? ''] ?? [0, 0]
        expect(level.name(x + dx, y, z + dz)).toBe(name)
      }
      if (/wheat|carrots|potatoes|beetroots/.test(kind))
        expect(level.name(x, y - 1, z)).toBe('farmland')
    }
    expect(counts.get('_door') ?? 0).toBeGreaterThanOrEqual(4)
    expect(counts.get('_bed') ?? 0).toBeGreaterThanOrEqual(2)
    expect((counts.get('_path') ?? 0) + (counts.get('farmland') ?? 0)).toBeGreaterThan(0)
  })
})

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  north: [0, -1],
  south: [0, 1],
  west: [-1, 0],
  east: [1, 0],
}

describe('versions', () => {
  const kinds = (version: string) => {
    const registry = registryFor(version)
    const terrain = createTerrain(registry, 3)
    const seen = new Set<string>()
    const level = levelOf(registry, terrain)
    for (const { name } of blocksOf(level, [...chunksAround(3)], /basalt|calcite|amethyst/))
      seen.add(name)
    return seen
  }

  longIt('have geodes from 1.17 on', () => {
    expect(kinds('1.16.5')).not.toContain('smooth_basalt')
    const tall = kinds('1.21.4')
    for (const name of ['smooth_basalt', 'calcite', 'amethyst_block', 'budding_amethyst'])
      expect(tall).toContain(name)
  })

  longIt('have ruined portals from 1.16 on, with obsidian, netherrack and a chest', () => {
    for (const version of ['1.16.5', '1.21.4']) {
      const { level, chunks } = around(version, 'ruined_portal', 1)
      const seen = new Set(
        [...blocksOf(level, chunks, /obsidian|netherrack/)].map(({ name }) => name),
      )
      for (const name of ['obsidian', 'crying_obsidian', 'netherrack']) expect(seen).toContain(name)
    }
    const old = createTerrain(registryFor('1.15.2'), 1)
    for (const [x, z] of chunksAround(6))
      for (const entity of old.blockEntities(old.column(x, z)))
        expect(entity).not.toMatchObject({ table: 'ruined_portal' })
  })

  longIt('have geodes without liquids in them', () => {
    const registry = registryFor('1.21.4')
    const level = levelOf(registry, createTerrain(registry, 4))
    const liquids = liquidsOf(registry)
    const wet: string[] = []
    for (const { at } of blocksOf(level, [...chunksAround(5)], /amethyst/)) {
      const [x, y, z] = at
      for (const [dx, dz] of SIDES)
        if (liquids.of(level.state(x + dx, y, z + dz)) !== NO_LIQUID) wet.push(at.join(' '))
    }
    expect(wet).toEqual([])
  })
})

describe('placement', () => {
  it('has one start in each region, apart from its neighbours', () => {
    const grid = { spacing: 32, separation: 8, salt: 1 }
    const starts = startsAround(grid, 5, 0, 0, 320)
    expect(starts.length).toBeGreaterThan(350)
    expect(starts.length).toBeLessThanOrEqual(21 * 21)
    for (const [x, z] of starts) {
      const near = starts.filter(
        ([otherX, otherZ]) => Math.abs(otherX - x) < 8 && Math.abs(otherZ - z) < 8,
      )
      expect(near.length).toBe(1)
      // Every chunk that a structure reaches finds its start.
      expect(startsAround(grid, 5, x + 4, z - 4, 4)).toContainEqual([x, z])
    }
  })

  it('keeps mineshafts within reach of their start, without overlaps', () => {
    const [sizes, far]: [number[], number[]] = [[], []]
    for (let chunk = 0; chunk < 40; chunk++) {
      const shaft = planMineshaft(9, chunk, -chunk, 0)
      const pieces = new Set<object>()
      for (let dx = -9; dx <= 9; dx++)
        for (let dz = -9; dz <= 9; dz++) {
          const here = shaft.piecesIn(chunk + dx, -chunk + dz)
          for (const piece of here) pieces.add(piece)
          if (here.length > 0) far.push(Math.max(Math.abs(dx), Math.abs(dz)))
        }
      sizes.push(pieces.size)
    }
    expect(Math.max(...far)).toBeLessThanOrEqual(8)
    expect(sizes.toSorted((a, b) => a - b)[20]).toBeGreaterThan(15)
  })
})
