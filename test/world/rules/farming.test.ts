import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Arena, arena, FLOOR } from '../../support/arena.ts'
import { ERAS } from '../../support/windows.ts'

/** Mean time between random ticks of a block (ticks). */
const RANDOM_TICK = 4096 / 3

describe.each(ERAS)('farmland on %s', (version) => {
  let world: Arena

  beforeAll(async () => {
    world = await arena(version)
  })
  afterAll(() => world.close())

  const property = (dx: number, up: number, dz: number, name: string) => {
    const { level, registry } = world.game
    return registry.blockProperties(level.state(world.x + dx, FLOOR + up, world.z + dz))[name]
  }
  const click = async (dx: number, up: number, dz: number) => {
    const { bot, run, simulation } = world
    await run(bot.lookAt(world.block(dx, up, dz).position.offset(0.5, 1, 0.5), true))
    await run(bot.activateBlock(world.block(dx, up, dz)))
    await simulation.advance(3)
  }

  it('is tilled with a hoe, which loses durability, unless a block is above', async () => {
    world.put(2, 0, 0, 'grass_block')
    world.put(2, 0, 1, 'coarse_dirt')
    world.put(2, 0, -1, 'dirt')
    world.put(2, 1, -1, 'torch')
    await world.hold('iron_hoe')
    await click(2, 0, 0)
    await click(2, 0, 1)
    await click(2, 0, -1)
    expect([0, 1, -1].map((dz) => world.kind(2, 0, dz))).toEqual(['farmland', 'dirt', 'dirt'])
    expect(world.player.inventory.heldItem?.durabilityUsed).toBe(2)
  })

  it('grows crops, which bone meal advances by two to five stages', async () => {
    world.put(2, 0, 2, 'farmland', { moisture: '7' })
    world.put(2, 1, 2, 'wheat')
    await world.hold('bone_meal', 64)
    await click(2, 1, 2)
    const age = Number(property(2, 1, 2, 'age'))
    expect(age).toBeGreaterThanOrEqual(2)
    expect(age).toBeLessThanOrEqual(5)
    for (let meals = 0; meals < 4; meals++) await click(2, 1, 2)
    expect(property(2, 1, 2, 'age')).toBe('7')
    expect(world.carries('bone_meal')).toBeGreaterThanOrEqual(60)
  })
})

describe('crops', () => {
  let world: Arena

  beforeAll(async () => {
    world = await arena('1.16.5')
  })
  afterAll(() => world.close())

  /** Runs the rules without clients. */
  const pass = (ticks: number) => {
    for (let tick = 0; tick < ticks; tick++) world.game.time.step()
  }
  const ages = () => {
    const { level, registry } = world.game
    const sum = { age: 0, number: 0 }
    for (let x = -10; x <= 10; x += 3)
      for (let z = -10; z <= 10; z += 3) {
        const state = level.state(world.x + x, FLOOR + 1, world.z + z)
        if (registry.blockName(state) !== 'wheat') continue
        sum.age += Number(registry.blockProperties(state).age)
        sum.number++
      }
    return sum
  }
  const sow = (moisture: string, light: boolean) => {
    for (let x = -10; x <= 10; x += 3)
      for (let z = -10; z <= 10; z += 3) {
        world.put(x, 0, z, 'farmland', { moisture })
        world.put(x, 1, z, 'wheat')
        world.put(x, 2, z, light ? 'air' : 'stone')
      }
  }

  it('grow in one of 7 random ticks on wet farmland, and in one of 13 on dry farmland', () => {
    // The chance is 1 / (floor(25 / points) + 1), with 4 points on wet farmland and 2 on dry.
    for (const [moisture, turns] of [
      ['7', 7],
      ['0', 13],
    ] as const) {
      let grown = 0
      let seen = 0
      for (let round = 0; round < 6; round++) {
        sow('0', true)
        sow(moisture, true)
        pass(1200)
        const { age, number } = ages()
        grown += age
        seen += number
      }
      const expected = (seen * 1200) / (RANDOM_TICK * turns)
      // Farmland dries meanwhile, which slows growth by up to a quarter; plus three standard deviations.
      expect(grown).toBeGreaterThan(expected * 0.75 - 3 * Math.sqrt(expected))
      expect(grown).toBeLessThan(expected + 3 * Math.sqrt(expected))
    }
  })

  it('do not grow in the dark', () => {
    sow('7', false)
    for (let x = -10; x <= 10; x++)
      for (let z = -10; z <= 10; z++) for (const up of [-1, 2]) world.put(x, up, z, 'stone')
    for (let x = -11; x <= 11; x++)
      for (const z of [-11, 11]) {
        world.put(x, 1, z, 'stone')
        world.put(z, 1, x, 'stone')
        world.put(x, 2, z, 'stone')
        world.put(z, 2, x, 'stone')
      }
    pass(4000)
    expect(ages().age).toBe(0)
  })

  it('need farmland, which stays wet within four blocks of water and turns to dirt elsewhere', () => {
    for (let x = -11; x <= 11; x++)
      for (let z = -11; z <= 11; z++) for (const up of [1, 2]) world.put(x, up, z, 'air')
    for (let x = 0; x <= 9; x++) world.put(x, 0, 0, 'farmland', { moisture: '2' })
    world.put(0, 0, 0, 'water')
    pass(40_000)
    const kinds = Array.from({ length: 9 }, (_, x) => world.kind(x + 1, 0, 0))
    expect(kinds).toEqual([...new Array(4).fill('farmland'), ...new Array(5).fill('dirt')])
  })
})
