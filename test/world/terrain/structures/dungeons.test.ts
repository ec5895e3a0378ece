import { Vec3 } from 'vec3'
import { afterEach, describe, expect, it } from 'vitest'
import { registryFor } from '#knowledge/registry'
import { Level } from '#world/level'
import { Dice } from '#world/terrain/chance'
import type { BlockEntity, LootChest } from '#world/terrain/structures/block-entity'
import { drawLoot, LOOT_TABLES } from '#world/terrain/structures/loot-tables'
import { createTerrain } from '#world/terrain/terrain'
import { stacksOf } from '#world/windows/stacks'
import { type Practice, practice } from '../../../support/practice.ts'
import { chunksAround, findEntity, moveBot } from '../../../support/structures.ts'
import { casesFor, longIt } from '../../../support/versions.ts'

const VERSIONS = casesFor({ all: ['1.12.2', '1.16.5', '1.21.4', '26.1'], some: ['1.12.2', '26.1'] })

let session: Practice | undefined
afterEach(async () => {
  await session?.close()
  session = undefined
})

function isDungeonChest(entity: BlockEntity): entity is LootChest {
  return entity.kind === 'chest' && entity.table === 'dungeon'
}

describe.each(VERSIONS)('monster rooms of %s', (version) => {
  longIt('have walls of cobblestone, one spawner and up to two chests', () => {
    const registry = registryFor(version)
    const tall = registry.data.supportFeature('tallWorld')
    let rooms = 0
    const kinds = new Map<string, number>()
    for (let seed = 1; seed <= (tall ? 1 : 3); seed++) {
      const terrain = createTerrain(registry, seed)
      const level = new Level(registry, (x, z) => terrain.column(x, z))
      for (const [chunkX, chunkZ] of chunksAround(8)) {
        const entities = terrain.blockEntities(level.column(chunkX, chunkZ))
        for (const entity of entities) {
          if (entity.kind !== 'spawner' || entity.mob === 'cave_spider') continue
          const { x, y, z } = entity
          rooms++
          kinds.set(entity.mob, (kinds.get(entity.mob) ?? 0) + 1)
          expect(level.name(x, y, z)).toBe('spawner')
          for (const [dx, dz] of [
            [1, 0],
            [-1, 0],
            [0, 1],
            [0, -1],
          ] as const) {
            expect(level.name(x + dx, y - 1, z + dz)).toMatch(/cobblestone$/)
            expect(level.name(x + dx, y + 1, z + dz)).toBe('air')
          }
          const chests = entities.filter(isDungeonChest)
          for (const chest of chests) expect(level.name(chest.x, chest.y, chest.z)).toBe('chest')
        }
      }
    }
    expect(rooms).toBeGreaterThan(2)
    expect(
      Object.keys(Object.fromEntries(kinds)).every((kind) => /zombie|skeleton|spider/.test(kind)),
    ).toBe(true)
  })

  it('have chests that a client sees and opens, with loot that is there once', async () => {
    const { seed, entity, registry } = findEntity(version, isDungeonChest)
    session = await practice({ version, seed, terrain: 'normal', viewDistance: 2 })
    const { bot, world, run, simulation } = session
    const { level } = world.game
    const place = new Vec3(entity.x, entity.y, entity.z)
    const beside = [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ].map(([dx = 0, dz = 0]) => place.offset(dx, 0, dz))
    const free = beside.find(({ x, y, z }) => level.state(x, y, z) === 0)
    if (!free) throw new Error('the chest is walled in')
    await moveBot(session, free.offset(0.5, 0, 0.5))
    const chest = bot.blockAt(place)
    expect(chest?.name).toBe('chest')
    if (!chest) throw new Error('no chest')
    const column = bot.world.getColumnAt(place) as unknown as {
      getBlockEntity(at: Vec3): unknown
    }
    expect(column.getBlockEntity(new Vec3(place.x & 15, place.y, place.z & 15))).toBeTruthy()
    const window = await run(bot.openChest(chest))
    const items = window.containerItems().map((item) => registry.itemName(item))
    expect(items.length).toBeGreaterThanOrEqual(5)
    const listed = new Set<string>(
      LOOT_TABLES.dungeon.flatMap(({ entries }) => entries.map(([item]) => item ?? '')),
    )
    for (const item of items) expect(listed).toContain(item)
    window.close()
    await simulation.advance(2)
    const dropped: string[] = []
    const { items: drops } = world.game
    const { drop } = drops
    drops.drop = (item, ...rest) => {
      dropped.push(registry.itemName(item))
      return drop.call(drops, item, ...rest)
    }
    level.set(place.x, place.y, place.z, 0)
    await simulation.advance(2)
    expect(dropped.toSorted()).toEqual(items.toSorted())
    level.set(place.x, place.y, place.z, registry.blockState('chest', { facing: 'north' }))
    await simulation.advance(2)
    level.set(place.x, place.y, place.z, 0)
    await simulation.advance(2)
    expect(dropped.length).toBe(items.length)
  })
})

describe('loot of monster rooms', () => {
  it("has the game's shape and skips items that the version lacks", () => {
    for (const version of VERSIONS) {
      const registry = registryFor(version)
      const counts = new Map<string, number>()
      const draws = 2000
      for (let i = 0; i < draws; i++) {
        const loot = drawLoot(registry, 'dungeon', new Dice(5, i))
        expect(loot.length).toBeGreaterThanOrEqual(5)
        expect(loot.length).toBeLessThanOrEqual(10)
        for (const { item, count } of loot) {
          expect(stacksOf(registry).make(item, count).stackSize).toBeGreaterThanOrEqual(count)
          counts.set(item, (counts.get(item) ?? 0) + 1)
        }
      }
      // Three draws of four equal weights; on average 2.5 draws, 10 of 125 for iron.
      expect((counts.get('bone') ?? 0) / draws).toBeCloseTo(0.75, 1)
      expect((counts.get('iron_ingot') ?? 0) / draws).toBeCloseTo(0.2, 1)
      expect(counts.has('music_disc_otherside')).toBe(registry.data.isNewerOrEqualTo('1.18'))
    }
  })
})
