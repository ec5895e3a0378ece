import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { heedDigAnswers } from '#body/dig-answers'
import { type Arena, arena, FLOOR } from '../../support/arena.ts'
import { versionsFor } from '../../support/versions.ts'

describe.each(versionsFor('1.12.2', '1.16.5', '1.21.4'))('digging in %s', (version) => {
  let a: Arena
  beforeAll(async () => {
    a = await arena(version)
    heedDigAnswers(a.bot)
  })
  afterAll(() => a.close())

  /** Digs a block and picks up its drops; returns the game ticks that the dig took. */
  async function dig(dx: number, up: number, dz: number): Promise<number> {
    const start = a.game.time.tick
    await a.run(a.bot.dig(a.block(dx, up, dz), true))
    const ticks = a.game.time.tick - start
    // Drops land up to a block away.
    if (a.kind(dx, up, dz) === 'air') await a.stand(dx, dz)
    await a.simulation.advance(10)
    await a.stand(0, 0)
    return ticks
  }

  test.each([
    ['stone', null, 'cobblestone', 0],
    ['stone', 'wooden_pickaxe', 'cobblestone', 1],
    ['granite', 'wooden_pickaxe', 'granite', 1],
    ['birch_log', null, 'birch_log', 1],
    ['grass_block', null, 'dirt', 1],
    ['iron_ore', 'wooden_pickaxe', 'iron_ore', 0],
    ['iron_ore', 'wooden_pickaxe', 'raw_iron', 0],
    ['coal_ore', 'wooden_pickaxe', 'coal', 1],
    ['diamond_ore', 'iron_pickaxe', 'diamond', 1],
    ['diamond_ore', 'stone_pickaxe', 'diamond', 0],
    ['clay', null, 'clay_ball', 4],
    ['oak_leaves', 'shears', 'oak_leaves', 1],
    ['crafting_table', null, 'crafting_table', 1],
    ['glass', null, 'glass', 0],
  ])('%s dug with %s drops %s x%i', async (block, tool, item, count) => {
    if (!a.game.registry.hasItem(item)) return
    await a.hold(tool)
    a.put(1, 1, 0, block)
    await a.simulation.advance(2)
    const before = a.carries(item)
    await dig(1, 1, 0)
    expect(a.kind(1, 1, 0)).toBe('air')
    expect(a.carries(item) - before).toBe(count)
  })

  test("iron ore drops the version's item", async () => {
    const item = a.game.registry.hasItem('raw_iron') ? 'raw_iron' : 'iron_ore'
    await a.hold('stone_pickaxe')
    a.put(1, 1, 0, 'iron_ore')
    await a.simulation.advance(2)
    await dig(1, 1, 0)
    expect(a.carries(item)).toBe(1)
    expect(a.bot.inventory.items().map((held) => a.game.registry.itemName(held))).toContain(item)
  })

  /** Digs stone with a wooden pickaxe (23 ticks), but ends the dig after a share of its time. */
  async function digFor(share: number): Promise<void> {
    await a.hold('wooden_pickaxe')
    a.put(1, 1, 0, 'stone')
    await a.simulation.advance(2)
    const { digTime } = a.bot
    a.bot.digTime = (block) => digTime(block) * share
    await a.run(a.bot.dig(a.block(1, 1, 0), true))
    a.bot.digTime = digTime
    await a.simulation.advance(2)
  }

  test('a dig may end at 70 % of its time, because ticks can lag', async () => {
    await digFor(0.75)
    expect(a.kind(1, 1, 0)).toBe('air')
  })

  test('a dig that ends earlier breaks the block when its time is up', async () => {
    await digFor(0.5)
    expect(a.kind(1, 1, 0)).toBe('stone')
    await a.simulation.advance(4)
    expect(a.kind(1, 1, 0)).toBe('stone')
    await a.simulation.advance(10)
    expect(a.kind(1, 1, 0)).toBe('air')
    expect(a.block(1, 1, 0).name).toBe('air')
  })

  test('a client can cancel a dig that it ended too early', async () => {
    await digFor(0.5)
    const location = a.block(1, 1, 0).position
    a.bot._client.write('block_dig', { status: 1, location, face: 1 })
    await a.simulation.advance(40)
    expect(a.kind(1, 1, 0)).toBe('stone')
  })

  test('the client has no more than one unfinished dig', async () => {
    a.put(1, 2, 0, 'stone')
    await digFor(0.1)
    const { position: location } = a.block(1, 2, 0)
    for (const status of [0, 2]) a.bot._client.write('block_dig', { status, location, face: 1 })
    await a.simulation.advance(40)
    expect(a.kind(1, 1, 0)).toBe('air')
    expect(a.kind(1, 2, 0)).toBe('stone')
    a.put(1, 2, 0, 'air')
  })

  test('changing the tool restarts the dig', async () => {
    await a.hold('wooden_pickaxe')
    a.put(1, 1, 0, 'stone')
    await a.simulation.advance(2)
    const digging = a.bot.dig(a.block(1, 1, 0), true)
    await a.simulation.advance(12)
    a.player.inventory.set(36, null)
    await a.run(digging)
    await a.simulation.advance(5)
    expect(a.kind(1, 1, 0)).toBe('stone')
  })

  test('the server rejects digs through a wall or out of reach', async () => {
    await a.hold('wooden_pickaxe')
    for (let up = 1; up <= 4; up++) for (let dz = -4; dz <= 4; dz++) a.put(2, up, dz, 'stone')
    a.put(3, 1, 0, 'dirt')
    a.put(-7, 1, 0, 'dirt')
    a.put(-5, 1, 0, 'dirt')
    await a.simulation.advance(2)
    await dig(3, 1, 0)
    await dig(-7, 1, 0)
    await dig(-5, 1, 0)
    expect(a.kind(3, 1, 0)).toBe('dirt')
    expect(a.block(3, 1, 0).name).toBe('dirt')
    expect(a.kind(-7, 1, 0)).toBe('dirt')
    expect(a.kind(-5, 1, 0)).toBe('air')
    for (let up = 1; up <= 4; up++) for (let dz = -4; dz <= 4; dz++) a.put(2, up, dz, 'air')
  })

  test('a tool breaks when its durability is used up', async () => {
    const { registry } = a.game
    const uses = registry.data.itemsByName.wooden_pickaxe?.maxDurability ?? 0
    expect(uses).toBeGreaterThan(0)
    await a.hold('wooden_pickaxe')
    a.player.inventory.wearHeld(uses - 2)
    await a.simulation.advance(2)
    for (const left of [1, 0]) {
      a.put(1, 1, 0, 'stone')
      await a.simulation.advance(2)
      await dig(1, 1, 0)
      expect(a.carries('wooden_pickaxe')).toBe(left)
    }
    expect(a.bot.heldItem).toBeNull()
  })

  test('digging is five times slower under water', async () => {
    await a.hold(null)
    a.put(1, 1, 0, 'dirt')
    await a.simulation.advance(2)
    const onGround = await dig(1, 1, 0)
    for (const [dx, dz] of [
      [0, 0],
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const)
      for (const up of [1, 2]) a.put(dx, up, dz, 'water')
    a.put(1, 1, 0, 'dirt')
    await a.simulation.advance(30)
    const inWater = await dig(1, 1, 0)
    expect(inWater).toBeGreaterThan(4 * onGround)
    expect(a.game.level.name(a.x + 1, FLOOR + 1, a.z)).not.toBe('dirt')
  })
})
