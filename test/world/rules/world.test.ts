import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Arena, arena, FLOOR } from '../../support/arena.ts'
import { versionsFor } from '../../support/versions.ts'

const HEIGHTS = [1, 2, 3, 4, 5, 6]

describe.each(versionsFor('1.12.2', '1.16.5', '1.21.4'))('block physics in %s', (version) => {
  let a: Arena
  beforeAll(async () => {
    a = await arena(version)
    await a.stand(-10, -10)
  })
  afterAll(() => a.close())

  const level = (dx: number, up: number, dz: number) => {
    const { registry } = a.game
    const state = a.game.level.state(a.x + dx, FLOOR + up, a.z + dz)
    return registry.flattened ? Number(registry.blockProperties(state).level) : state & 15
  }
  /** Places a rectangle of blocks, stone by default. */
  function placeLayer(
    x0: number,
    z0: number,
    x1: number,
    z1: number,
    up: number,
    name = 'stone',
  ): void {
    for (let dx = x0; dx <= x1; dx++) for (let dz = z0; dz <= z1; dz++) a.put(dx, up, dz, name)
  }

  test('gravel falls, and the client follows', async () => {
    a.put(3, 4, 3, 'stone')
    for (const up of [5, 6]) a.put(3, up, 3, 'gravel')
    await a.simulation.advance(10)
    expect(a.kind(3, 5, 3)).toBe('gravel')
    a.put(3, 4, 3, 'air')
    await a.simulation.advance(40)
    expect(HEIGHTS.map((up) => a.kind(3, up, 3))).toEqual([
      'gravel',
      'gravel',
      ...HEIGHTS.slice(2).map(() => 'air'),
    ])
    expect(a.block(3, 1, 3).name).toBe('gravel')
    expect(a.block(3, 5, 3).name).toBe('air')
    placeLayer(3, 3, 3, 3, 1, 'air')
    placeLayer(3, 3, 3, 3, 2, 'air')
  })

  test('sand that falls onto a torch drops as an item', async () => {
    const before = a.game.items.count
    a.put(3, 1, 3, 'torch')
    a.put(3, 4, 3, 'sand')
    await a.simulation.advance(40)
    expect(a.kind(3, 1, 3)).toBe('torch')
    expect(a.game.items.count).toBe(before + 1)
    a.put(3, 1, 3, 'air')
  })

  test('water flows seven blocks, and dries up without its source', async () => {
    // A channel along x, closed at the near end.
    placeLayer(-9, 7, 9, 7, 1)
    placeLayer(-9, 9, 9, 9, 1)
    a.put(-1, 1, 8, 'stone')
    a.put(0, 1, 8, 'water')
    await a.simulation.advance(60)
    const flow = [0, 1, 2, 3, 4, 5, 6, 7, 8]
    expect(flow.map((dx) => a.kind(dx, 1, 8))).toEqual(flow.map((d) => (d <= 7 ? 'water' : 'air')))
    expect(flow.slice(0, 8).map((dx) => level(dx, 1, 8))).toEqual(flow.slice(0, 8))
    expect(a.block(7, 1, 8).name).toMatch(/water/)
    a.put(0, 1, 8, 'stone')
    await a.simulation.advance(120)
    expect(flow.slice(1).map((dx) => a.kind(dx, 1, 8))).toEqual(flow.slice(1).map(() => 'air'))
  })

  test('two sources create a third between them', async () => {
    a.put(1, 1, 8, 'water')
    a.put(4, 1, 8, 'stone')
    a.put(3, 1, 8, 'water')
    await a.simulation.advance(40)
    expect(level(2, 1, 8)).toBe(0)
    placeLayer(0, 8, 4, 8, 1, 'air')
    await a.simulation.advance(120)
    expect(a.kind(2, 1, 8)).toBe('air')
  })

  test('water flows through an opened wall', async () => {
    a.put(-1, 1, 8, 'stone')
    a.put(0, 1, 8, 'water')
    a.put(1, 1, 8, 'stone')
    await a.simulation.advance(40)
    expect(a.kind(2, 1, 8)).toBe('air')
    a.put(1, 1, 8, 'air')
    await a.simulation.advance(40)
    expect([1, 2, 3].map((dx) => a.kind(dx, 1, 8))).toEqual(['water', 'water', 'water'])
    a.put(0, 1, 8, 'air')
    await a.simulation.advance(120)
  })

  test('lava flows three blocks, and water turns it into stone', async () => {
    a.put(-1, 1, 8, 'stone')
    a.put(0, 1, 8, 'lava')
    await a.simulation.advance(200)
    expect([1, 2, 3, 4].map((dx) => a.kind(dx, 1, 8))).toEqual(['lava', 'lava', 'lava', 'air'])
    a.put(6, 1, 8, 'water')
    await a.simulation.advance(40)
    expect(a.kind(3, 1, 8)).toBe('cobblestone')
    a.put(-1, 1, 8, 'water')
    await a.simulation.advance(2)
    expect(a.kind(0, 1, 8)).toBe('obsidian')
    placeLayer(-9, 8, 9, 8, 1)
  })

  test('sugar cane, cactus and snow break without support', async () => {
    a.put(5, 0, 0, 'dirt')
    a.put(6, 0, 0, 'water')
    a.put(6, -1, 0, 'stone')
    for (const up of [1, 2, 3]) a.put(5, up, 0, 'sugar_cane')
    a.put(5, -1, 4, 'stone')
    a.put(5, 0, 4, 'sand')
    a.put(5, 1, 4, 'cactus')
    a.put(5, 1, -4, 'snow')
    await a.simulation.advance(10)
    expect([1, 2, 3].map((up) => a.kind(5, up, 0))).toEqual(Array(3).fill('sugar_cane'))
    expect(a.kind(5, 1, 4)).toBe('cactus')
    a.put(5, 1, 0, 'air')
    a.put(6, 1, 4, 'stone')
    a.put(5, 0, -4, 'air')
    await a.simulation.advance(10)
    expect([1, 2, 3].map((up) => a.kind(5, up, 0))).toEqual(Array(3).fill('air'))
    expect(a.kind(5, 1, 4)).toBe('air')
    expect(a.kind(5, 1, -4)).toBe('air')
    a.put(6, 0, 0, 'stone')
    a.put(6, 1, 4, 'air')
  })

  test('leaves decay without a log, except placed ones', async () => {
    a.put(-5, 1, 5, 'oak_log')
    for (let d = 1; d <= 4; d++) a.put(-5 + d, 1, 5, 'oak_leaves', { persistent: 'false' })
    a.put(-5, 2, 5, 'oak_leaves', { persistent: 'true' })
    await a.simulation.advance(10)
    a.put(-5, 1, 5, 'air')
    await a.simulation.advance(8000)
    expect([1, 2, 3, 4].map((d) => a.kind(-5 + d, 1, 5))).toEqual(Array(4).fill('air'))
    expect(a.kind(-5, 2, 5)).toBe('oak_leaves')
  })
})
