import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { flammability } from '#world/rules/flammable'
import { type Arena, arena } from '../../support/arena.ts'
import { ERAS } from '../../support/windows.ts'

describe.each(ERAS)('flint and steel on %s', (version) => {
  let world: Arena

  beforeAll(async () => {
    world = await arena(version)
  })
  beforeEach(async () => {
    for (let x = -9; x <= 9; x++)
      for (let z = -9; z <= 9; z++)
        for (let up = 0; up <= 7; up++) world.put(x, up, z, up === 0 ? 'stone' : 'air')
    await world.stand(0, 0)
  })
  afterAll(() => world.close())

  /** Uses flint and steel on the top of a block. */
  async function ignite(dx: number, up: number, dz: number): Promise<void> {
    await world.hold('flint_and_steel')
    await world.run(world.bot.lookAt(world.block(dx, up, dz).position.offset(0.5, 1, 0.5), true))
    await world.run(world.bot.activateBlock(world.block(dx, up, dz)))
    await world.simulation.advance(3)
  }

  /** Places an obsidian frame without corners, 2 by 3 blocks inside, along x or z. */
  function frame(along: (at: number) => readonly [number, number], leaveOut = ''): void {
    for (const [at, up] of [
      [1, 0],
      [2, 0],
      [0, 1],
      [0, 2],
      [0, 3],
      [3, 1],
      [3, 2],
      [3, 3],
      [1, 4],
      [2, 4],
    ] as const) {
      const [x, z] = along(at)
      if (`${at},${up}` !== leaveOut) world.put(x, up, z, 'obsidian')
    }
  }

  function portals(): number {
    let count = 0
    for (let x = -9; x <= 9; x++)
      for (let z = -9; z <= 9; z++)
        for (let up = 1; up <= 6; up++) if (world.kind(x, up, z) === 'nether_portal') count++
    return count
  }

  it('lights a fire and loses durability', async () => {
    await ignite(2, 0, 0)
    expect(world.kind(2, 1, 0)).toBe('fire')
    expect(world.player.inventory.heldItem?.durabilityUsed).toBe(1)
  })

  it.each([
    ['x', (at: number) => [at + 1, 2] as const],
    ['z', (at: number) => [2, at - 1] as const],
  ])('lights a portal along %s in a complete frame without corners', async (axis, along) => {
    frame(along)
    await ignite(...([along(1)[0], 0, along(1)[1]] as const))
    expect(portals()).toBe(6)
    const [x, z] = along(2)
    const state = world.game.level.state(world.x + x, 152, world.z + z)
    expect(world.game.registry.blockProperties(state).axis).toBe(axis)
  })

  it('lights no portal in a frame that is incomplete or too small', async () => {
    const along = (at: number) => [at + 1, 2] as const
    frame(along, '0,2')
    await ignite(2, 0, 2)
    expect(portals()).toBe(0)
    world.put(2, 1, 2, 'air')
    frame(along)
    world.put(2, 3, 2, 'obsidian')
    world.put(3, 3, 2, 'obsidian')
    await ignite(2, 0, 2)
    expect(portals()).toBe(0)
  })

  it('lights a portal that disappears when its frame breaks', async () => {
    frame((at) => [at + 1, 2])
    await ignite(2, 0, 2)
    expect(portals()).toBe(6)
    world.put(1, 2, 2, 'air')
    await world.simulation.advance(20)
    expect(portals()).toBe(0)
  })
})

describe('fire', () => {
  let world: Arena

  beforeAll(async () => {
    world = await arena('1.16.5')
  })
  afterAll(() => world.close())

  it('goes out on bare stone after about 448 ticks', async () => {
    const fires: [number, number][] = []
    for (let x = -10; x <= 10; x += 2) for (let z = -10; z <= 10; z += 2) fires.push([x, z])
    for (const [x, z] of fires) if (x !== 0 || z !== 0) world.put(x, 1, z, 'fire')
    const burning = () => fires.filter(([x, z]) => world.kind(x, 1, z) === 'fire').length
    const number = burning()
    let sum = 0
    for (let ticks = 0; ticks < 2000 && burning() > 0; ticks += 10) {
      sum += burning() * 10
      await world.simulation.advance(10)
    }
    expect(burning()).toBe(0)
    // Each of four steps of age takes three scheduled ticks on average, and it goes out at the next one. They are 30 to 39
    // ticks apart: 448 on average, with a deviation of 190.
    expect(sum / number).toBeGreaterThan(395)
    expect(sum / number).toBeLessThan(500)
  })

  it('destroys wool and leaves stone', async () => {
    for (let x = 4; x <= 8; x++) for (let z = 4; z <= 8; z++) world.put(x, 1, z, 'white_wool')
    for (const [x, z] of [
      [6, 6],
      [4, 4],
      [8, 8],
      [4, 8],
      [8, 4],
    ] as const)
      world.put(x, 2, z, 'fire')
    await world.simulation.advance(4000)
    let left = 0
    for (let x = 4; x <= 8; x++)
      for (let z = 4; z <= 8; z++) if (world.kind(x, 1, z) === 'white_wool') left++
    expect(left).toBeLessThan(13)
    expect(world.kind(6, 0, 6)).toBe('stone')
  })

  it.each([
    ['oak_planks', 5, 20],
    ['birch_leaves', 30, 60],
    ['red_carpet', 60, 20],
    ['white_wool', 30, 60],
    ['stone_slab', 0, 0],
    ['nether_brick_fence', 0, 0],
    ['crimson_planks', 0, 0],
    ['stone', 0, 0],
  ])('%s has ignite odds %i and burn odds %i', (kind, ignite, burn) => {
    expect(flammability(kind)).toEqual({ ignite, burn })
  })
})
