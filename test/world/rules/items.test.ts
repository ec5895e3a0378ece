import { Vec3 } from 'vec3'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { stacksOf } from '#world/windows/stacks'
import { type Arena, arena, FLOOR } from '../../support/arena.ts'
import { versionsFor } from '../../support/versions.ts'

const STILL = new Vec3(0, 0, 0)

describe.each(versionsFor('1.21.4', '1.12.2', '1.16.5'))('item entities in %s', (version) => {
  let a: Arena
  beforeAll(async () => {
    a = await arena(version)
  })
  afterAll(() => a.close())
  beforeEach(async () => {
    await a.stand(-10, -10)
  })

  function drop(name: string, count: number, dx: number, dz: number, up = 1): void {
    a.game.items.drop(
      stacksOf(a.game.registry).make(name, count),
      new Vec3(a.x + dx + 0.5, FLOOR + up, a.z + dz + 0.5),
      { velocity: STILL },
    )
  }

  const seen = () => Object.values(a.bot.entities).filter((entity) => entity.name === 'item')

  test('are visible, fall, and can be picked up', async () => {
    drop('birch_log', 3, 0, 0, 4)
    await a.simulation.advance(40)
    const [entity] = seen()
    const item = entity?.getDroppedItem()
    expect(item && a.game.registry.itemName(item)).toBe('birch_log')
    expect(item?.count).toBe(3)
    expect(entity?.position.y).toBeCloseTo(FLOOR + 1, 3)
    const collected: unknown[] = []
    a.bot.once('playerCollect', (who, what) => {
      collected.push(who.id, what.id)
    })
    await a.stand(1, 0)
    expect(collected).toEqual([a.bot.entity.id, entity?.id])
    expect(a.carries('birch_log')).toBe(3)
    expect(seen()).toEqual([])
    expect(a.game.items.count).toBe(0)
  })

  test('are not picked up before their pickup delay or by a full inventory', async () => {
    await a.stand(0, 0)
    const stacks = stacksOf(a.game.registry)
    for (let slot = 9; slot < 45; slot++) a.player.inventory.set(slot, stacks.make('dirt', 64))
    a.player.inventory.set(20, stacks.make('dirt', 60))
    drop('dirt', 10, 0, 0)
    await a.simulation.advance(9)
    expect(a.game.items.count).toBe(1)
    expect(a.player.inventory.slots[20]?.count).toBe(60)
    await a.simulation.advance(5)
    expect(a.player.inventory.slots[20]?.count).toBe(64)
    expect(seen()[0]?.getDroppedItem()?.count).toBe(6)
    for (let slot = 9; slot < 45; slot++) a.player.inventory.set(slot, null)
    await a.simulation.advance(5)
    expect(a.carries('dirt')).toBe(6)
  })

  test('merge when equal', async () => {
    drop('dirt', 10, 0, 0)
    drop('dirt', 5, 0.4, 0)
    drop('cobblestone', 5, 0.2, 0)
    drop('dirt', 60, 0.2, 0.2)
    await a.simulation.advance(100)
    const counts = seen().map((entity) => entity.getDroppedItem()?.count)
    expect(counts.sort()).toEqual([15, 5, 60])
    await a.stand(0, 0)
    await a.simulation.advance(5)
    expect(a.carries('dirt')).toBe(81)
    expect(a.game.items.count).toBe(0)
  })

  test('burn in lava, float in water', async () => {
    a.put(0, -1, 0, 'stone')
    a.put(4, -1, 0, 'stone')
    a.put(0, 0, 0, 'lava')
    a.put(4, 0, 0, 'water')
    drop('dirt', 1, 0, 0)
    drop('dirt', 1, 4, 0)
    await a.simulation.advance(60)
    expect(a.game.items.count).toBe(1)
    expect(seen()[0]?.position.y).toBeGreaterThan(FLOOR + 0.5)
    a.put(0, 0, 0, 'stone')
    a.put(4, 0, 0, 'stone')
    await a.simulation.advance(60)
    expect(seen()[0]?.position.y).toBeCloseTo(FLOOR + 1, 3)
    await a.stand(4, 0)
  })

  test('fall when the floor is removed, and despawn after 6,000 ticks', async () => {
    drop('dirt', 1, 5, 5)
    await a.simulation.advance(30)
    a.put(5, 0, 5, 'air')
    a.put(5, -2, 5, 'stone')
    await a.simulation.advance(30)
    expect(seen()[0]?.position.y).toBeCloseTo(FLOOR - 1, 3)
    await a.simulation.advance(6000 - 60 - 5)
    expect(a.game.items.count).toBe(1)
    await a.simulation.advance(10)
    expect(a.game.items.count).toBe(0)
    expect(seen()).toEqual([])
    a.put(5, 0, 5, 'stone')
  })
})
