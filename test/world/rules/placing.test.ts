import { Vec3 } from 'vec3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Arena, arena, FLOOR } from '../../support/arena.ts'
import { versionsFor } from '../../support/versions.ts'

const UP = new Vec3(0, 1, 0)
const WEST = new Vec3(-1, 0, 0)

describe.each(versionsFor('1.12.2', '1.16.5', '1.21.4'))('placing in %s', (version) => {
  let a: Arena
  beforeAll(async () => {
    a = await arena(version)
  })
  afterAll(() => a.close())

  /** Tries to place the held item on a face; returns whether the bot assumes success. */
  async function place(dx: number, up: number, dz: number, face: Vec3): Promise<boolean> {
    const placing = a.bot.placeBlock(a.block(dx, up, dz), face).then(
      () => true,
      () => false,
    )
    const placed = await a.run(placing)
    await a.simulation.advance(2)
    return placed
  }

  const properties = (dx: number, up: number, dz: number) =>
    a.game.registry.blockProperties(a.game.level.state(a.x + dx, FLOOR + up, a.z + dz))

  test('a placed block is set and leaves the stack', async () => {
    await a.hold('cobblestone', 3)
    expect(await place(2, 0, 0, UP)).toBe(true)
    expect(a.kind(2, 1, 0)).toBe('cobblestone')
    expect(a.carries('cobblestone')).toBe(2)
    expect(a.bot.heldItem?.count).toBe(2)
    a.put(2, 1, 0, 'air')
  })

  test('blocks face by the look direction and the clicked face', async () => {
    await a.hold('furnace', 1)
    await place(2, 0, 0, UP)
    expect(properties(2, 1, 0).facing).toBe('west')
    a.put(2, 1, 0, 'stone')
    await a.hold('birch_log', 1)
    await place(2, 1, 0, WEST)
    expect(a.kind(1, 1, 0)).toBe('birch_log')
    expect(properties(1, 1, 0).axis).toBe('x')
    a.put(1, 1, 0, 'air')
    await a.hold('torch', 2)
    await place(2, 1, 0, WEST)
    expect(a.kind(1, 1, 0)).toBe('wall_torch')
    expect(properties(1, 1, 0).facing).toBe('west')
    await place(0, 0, 2, UP)
    expect(a.kind(0, 1, 2)).toBe('torch')
    for (const [dx, dz] of [
      [1, 0],
      [2, 0],
      [0, 2],
    ] as const)
      a.put(dx, 1, dz, 'air')
  })

  test('a trapdoor on a side faces as the clicked face, others face the player', async () => {
    await a.hold('oak_trapdoor', 3)
    a.put(2, 2, 1, 'stone')
    await a.simulation.advance(2)
    // From the north-west, so that the bot looks to the east.
    await place(2, 2, 1, new Vec3(0, 0, -1))
    expect(properties(2, 2, 0)).toMatchObject({ facing: 'north', half: 'bottom' })
    a.put(2, 2, 0, 'air')
    await place(2, 0, 0, UP)
    expect(properties(2, 1, 0)).toMatchObject({ facing: 'west', half: 'bottom' })
    a.put(2, 1, 0, 'air')
    a.put(2, 2, 1, 'air')
    await a.simulation.advance(2)
  })

  test('the server rejects blocks that are not held, out of reach, behind a wall or inside a hitbox', async () => {
    await a.hold('cobblestone', 2)
    expect(await place(8, 0, 0, UP)).toBe(false)
    expect(await place(0, 0, 0, UP)).toBe(false)
    for (let up = 1; up <= 4; up++) for (let dz = -4; dz <= 4; dz++) a.put(2, up, dz, 'stone')
    a.put(3, 1, 0, 'dirt')
    await a.simulation.advance(2)
    expect(await place(3, 1, 0, UP)).toBe(false)
    for (let up = 1; up <= 4; up++) for (let dz = -4; dz <= 4; dz++) a.put(2, up, dz, 'air')
    a.put(3, 1, 0, 'air')
    await a.simulation.advance(2)
    a.player.inventory.slots[36] = null
    expect(await place(2, 0, 0, UP)).toBe(false)
    for (const dx of [8, 0, 3, 2]) expect(a.kind(dx, 1, 0)).toBe('air')
    expect(a.block(2, 1, 0).name).toBe('air')
  })

  test('doors and beds occupy two blocks and break together', async () => {
    await a.hold('oak_door', 1)
    await place(2, 0, 0, UP)
    expect([1, 2].map((up) => a.kind(2, up, 0))).toEqual(['oak_door', 'oak_door'])
    expect(properties(2, 1, 0).half).toBe('lower')
    expect(properties(2, 2, 0).half).toBe('upper')
    await a.hold(null)
    await a.run(a.bot.activateBlock(a.block(2, 2, 0)))
    await a.simulation.advance(5)
    expect(properties(2, 1, 0).open).toBe('true')
    await a.run(a.bot.activateBlock(a.block(2, 1, 0)))
    await a.simulation.advance(5)
    expect(properties(2, 1, 0).open).toBe('false')
    expect([1, 2].map((up) => a.kind(2, up, 0))).toEqual(['oak_door', 'oak_door'])
    await a.run(a.bot.dig(a.block(2, 2, 0), true))
    await a.stand(2, 0)
    expect([1, 2].map((up) => a.kind(2, up, 0))).toEqual(['air', 'air'])
    expect(a.carries('oak_door')).toBe(1)
    await a.stand(0, 0)
    await a.hold('red_bed', 1)
    await place(2, 0, 0, UP)
    expect([2, 3].map((dx) => a.kind(dx, 1, 0))).toEqual(['red_bed', 'red_bed'])
    await a.run(a.bot.dig(a.block(2, 1, 0), true))
    await a.stand(2, 0)
    expect([2, 3].map((dx) => a.kind(dx, 1, 0))).toEqual(['air', 'air'])
    expect(a.carries('red_bed')).toBe(1)
    await a.stand(0, 0)
  })

  test('saplings need soil, and break when it is removed', async () => {
    await a.hold('oak_sapling', 2)
    expect(await place(2, 0, 0, UP)).toBe(false)
    a.put(2, 0, 0, 'dirt')
    await a.simulation.advance(2)
    expect(await place(2, 0, 0, UP)).toBe(true)
    expect(a.carries('oak_sapling')).toBe(1)
    a.put(2, 0, 0, 'stone')
    await a.simulation.advance(3)
    expect(a.kind(2, 1, 0)).toBe('air')
    await a.stand(2, 0)
    await a.simulation.advance(10)
    expect(a.carries('oak_sapling')).toBe(2)
    await a.stand(0, 0)
  })

  test('a right click opens a block with a window, unless the player sneaks', async () => {
    a.put(2, 1, 0, 'crafting_table')
    await a.hold('cobblestone', 1)
    await a.run(a.bot.activateBlock(a.block(2, 1, 0)))
    await a.simulation.advance(5)
    expect(a.bot.currentWindow?.type).toContain('crafting')
    if (a.bot.currentWindow) a.bot.closeWindow(a.bot.currentWindow)
    expect(a.carries('cobblestone')).toBe(1)
    a.bot.setControlState('sneak', true)
    await a.simulation.advance(5)
    expect(await place(2, 1, 0, UP)).toBe(true)
    expect(a.kind(2, 2, 0)).toBe('cobblestone')
    a.bot.setControlState('sneak', false)
    await a.simulation.advance(5)
    a.put(2, 1, 0, 'air')
    a.put(2, 2, 0, 'air')
  })

  test('a bucket picks up a source and places it', async () => {
    a.put(2, 0, 0, 'water')
    await a.hold('bucket', 1)
    await a.run(a.bot.lookAt(new Vec3(a.x + 2.5, FLOOR + 0.5, a.z + 0.5), true))
    a.bot.activateItem()
    await a.simulation.advance(5)
    expect(a.kind(2, 0, 0)).toBe('air')
    expect(a.carries('water_bucket')).toBe(1)
    a.put(2, 0, 0, 'stone')
    a.bot.activateItem()
    await a.simulation.advance(5)
    expect(a.kind(2, 1, 0)).toBe('water')
    expect(a.carries('bucket')).toBe(1)
    a.put(2, 1, 0, 'air')
    await a.simulation.advance(60)
    expect(a.kind(1, 1, 0)).toBe('air')
  })
})
