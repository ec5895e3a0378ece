import { describe, expect, it } from 'vitest'
import { BOT } from '#body/bot'
import { digBlock } from '#body/dig'
import { SIDES } from '#geometry/neighbours'
import type { Goal } from '#goal/goal'
import type { KnownSource } from '#goal/observation'
import { craft } from '#skills/items/craft'
import { branchMine } from '#skills/mining/branch-mine'
import { digShaft, standsOnDiggable, standsOnSoil } from '#skills/mining/dig-shaft'
import { goToStone } from '#skills/mining/go-to-stone'
import { mine } from '#skills/mining/mine'
import { survey } from '#skills/moving/look-around'
import { environmentOn } from '../../support/environment.ts'
import { type Stage, type StageOptions, sharedStage } from '../../support/skills.ts'
import { casesFor, versionsFor } from '../../support/versions.ts'

const done = { ok: true }
const ROCK = ['stone']
/** Soil by hand and the pause after it; stone with a wooden pickaxe and the pause (ticks). */
const SOIL_DIG = 15 + 6
const STONE_DIG = 23 + 6
const throughSoil = { levels: 7, until: () => false, through: standsOnSoil }

/** The goal of a pickaxe, crafted at a table. */
function madeOf(kind: string, of: string): Goal {
  const using = { [of]: 3, stick: 2 }
  return { skill: 'craft', target: { [kind]: 1 }, using, tool: 'crafting_table' }
}

/** Puts soil on rock, and the body back on it. */
async function land({ fill, stand }: Stage, soil: number): Promise<void> {
  fill([-10, -soil, -10], [10, -1, 10], 'dirt')
  fill([-10, -soil - 6, -10], [10, -soil - 1, 10], 'stone')
  await stand(0, 0, 0)
}

describe.each(versionsFor('1.21.4', '1.12.2', '1.16.5'))('shafts through soil on %s', (version) => {
  const stage = sharedStage(version)

  it('the shaft leads straight down to rock, with the first stones within reach', async () => {
    await land(stage(), 4)
    const { give, perform, carried, body, at } = stage()
    await give({ wooden_pickaxe: 1, oak_planks: 4 })
    const { result, ticks } = await perform(mine, { item: 'cobblestone', count: 5 })
    expect(result).toEqual(done)
    expect(carried().cobblestone).toBeGreaterThanOrEqual(5)
    const { x, z } = at(0, 0, 0)
    expect(Math.hypot(body.feet.x - x, body.feet.z - z)).toBeLessThanOrEqual(1)
    expect(ticks).toBeLessThan(4 * SOIL_DIG + 5 * STONE_DIG + 60)
  })

  it('the agent digs no shaft where water would flow in, nor through a floor', async () => {
    await land(stage(), 4)
    const { fill, stand, perform, kind } = stage()
    fill([1, -1, 0], [1, -1, 0], 'water')
    await stand(0, 0, 0)
    expect((await perform(digShaft, throughSoil)).result.ok).toBe(false)
    expect(kind(0, -1, 0)).toBe('dirt')
    fill([-10, -1, -10], [10, -1, 10], 'oak_planks')
    await stand(0, 0, 0)
    expect((await perform(digShaft, throughSoil)).result.ok).toBe(false)
    expect(kind(0, -1, 0)).toBe('oak_planks')
  })

  it('the shaft ends above what is not soil', async () => {
    const { fill, stand, perform, body, at } = stage()
    fill([-10, -20, -10], [10, -1, 10], 'dirt')
    fill([-10, -4, -10], [10, -4, 10], 'gravel')
    await stand(0, 0, 0)
    expect((await perform(digShaft, throughSoil)).result.ok).toBe(false)
    expect(body.feet.y).toBe(at(0, -3, 0).y)
    fill([-10, -20, -10], [10, -1, 10], 'stone')
  })
})

type Setup = readonly [version: string, options: StageOptions]
const PLAYER: Setup = ['1.16.5', { perception: 'player' }]
const FAR: Setup = ['1.21.4', { latency: 3 }]
const OTHERS: readonly Setup[] = [
  ['1.12.2', {}],
  ['1.16.5', {}],
  ['1.21.4', {}],
  ['1.16.5', { perception: 'loaded' }],
  ['1.16.5', { hands: 'bot' }],
]

describe.each(casesFor({ all: [PLAYER, FAR, ...OTHERS], some: [PLAYER, FAR] }))(
  'shafts into unknown rock on %s with %o',
  (version, options) => {
    const stage = sharedStage(version, options)
    /** Stone with an iron pickaxe, and the pause after it, in which the body falls (ticks). */
    const LEVEL = 8 + 6
    const down = { levels: 9, until: () => false, through: standsOnDiggable }
    const rock = async () => {
      const { fill, stand, give } = stage()
      fill([-6, -24, -6], [6, -1, 6], 'stone')
      await give({ iron_pickaxe: 1, cobblestone: 4 })
      return stand(0, 0, 0)
    }

    it('the shaft takes one block per level', async () => {
      await rock()
      const { perform, body, at } = stage()
      const { result, ticks } = await perform(digShaft, down)
      expect(result).toEqual(done)
      expect(body.feet.y).toBe(at(0, -9, 0).y)
      const latency = 2 * (options.latency ?? 0)
      expect(ticks).toBeLessThan(9 * (LEVEL + latency) + 10)
    })

    it('the agent looks around at its top, but not between its walls', async () => {
      await rock()
      const { perform, context, body, fill, at, simulation } = stage()
      const { omnidirectional } = body.vision
      const surveyTicks = async () => {
        const start = body.clock.tick
        await simulation.run(survey(context))
        return body.clock.tick - start
      }
      expect((await surveyTicks()) > 0).toBe(!omnidirectional)
      expect((await perform(digShaft, down)).result).toEqual(done)
      expect(await surveyTicks()).toBe(0)
      fill([1, -8, 0], [4, -8, 0], 'air')
      await simulation.run(body.controls.lookAt(at(3, -8, 0)))
      expect((await surveyTicks()) > 0).toBe(!omnidirectional)
    })

    it.each([
      { what: 'a lake of lava', of: 'lava', from: [-3, -8, -3], to: [3, -5, 3] },
      { what: 'a little lava', of: 'lava', from: [0, -5, 0], to: [0, -5, 0] },
      { what: 'lava beside the way', of: 'lava', from: [1, -4, 0], to: [1, -4, 0] },
      { what: 'water', of: 'water', from: [-2, -6, -2], to: [2, -5, 2] },
      { what: 'a deep hollow', of: 'air', from: [-3, -16, -3], to: [3, -5, 3] },
      { what: 'lava in a hollow', of: 'lava', from: [-3, -7, -3], to: [3, -7, 3], hollow: true },
    ] as const)('are closed again over $what', async ({ of, from, to, ...rest }) => {
      await rock()
      const { fill, stand, perform, body, at, kind } = stage()
      if ('hollow' in rest) fill([-3, -6, -3], [3, -5, 3], 'air')
      fill(from, to, of)
      await stand(0, 0, 0)
      const { result } = await perform(digShaft, down)
      expect(result.ok).toBe(false)
      expect(body.feet).toEqual(at(0, -3, 0))
      expect(kind(0, -4, 0)).not.toMatch(/air|lava|water/)
      expect(body.vitals.health).toBe(20)
    })

    it.each([
      { roof: 5, floor: 6, health: 20 },
      { roof: 5, floor: 8, health: 18 },
    ])(
      'the shaft leads through a hollow from $roof to $floor blocks down',
      async ({ roof, floor, health }) => {
        await rock()
        const { fill, stand, perform, body, at } = stage()
        fill([-3, -floor, -3], [3, -roof, 3], 'air')
        await stand(0, 0, 0)
        expect((await perform(digShaft, down)).result).toEqual(done)
        expect(body.feet).toEqual(at(0, -9, 0))
        expect(body.vitals.health).toBeGreaterThanOrEqual(health)
      },
    )

    it('a hurt agent avoids a fall', async () => {
      await rock()
      const { fill, stand, perform, body, player, simulation, at } = stage()
      fill([-3, -8, -3], [3, -5, 3], 'air')
      await stand(0, 0, 0)
      player.vitals.hurt(10, 'starve')
      await simulation.advance(3)
      expect((await perform(digShaft, down)).result.ok).toBe(false)
      expect(body.feet).toEqual(at(0, -3, 0))
    })
  },
)

describe('the way down to an ore', () => {
  const stage = sharedStage('1.16.5')

  it('the agent digs a shaft, and the tunnel begins at its bottom', async () => {
    const { fill, stand, give, perform, body, at } = stage()
    fill([-16, -24, -16], [16, -1, 16], 'stone')
    await give({ iron_pickaxe: 1, cobblestone: 4 })
    await stand(0, 0, 0)
    const { y: height } = at(0, -9, 0)
    const arrived = () => body.feet.y <= height
    const args = { sought: 'diamond', height, able: () => true }
    const { ticks } = await perform(branchMine, { ...args, found: arrived })
    expect(ticks).toBeLessThan(9 * (8 + 6) + 20)
    const found = () => body.feet.distanceTo(at(0, -9, 0)) > 6
    await perform(branchMine, { ...args, found })
    expect(body.feet.y).toBe(height)
  })

  it('the agent digs no shaft to where it was shot at from', async () => {
    const { fill, stand, give, perform, body, at } = stage()
    fill([-16, -24, -16], [16, -1, 16], 'stone')
    await give({ iron_pickaxe: 1, cobblestone: 4 })
    await stand(0, 0, 0)
    const archer = at(2, -6, 0)
    body.dangers.fledFrom(archer)
    const { y: height } = at(0, -9, 0)
    const found = () => body.feet.y <= height
    await perform(branchMine, { sought: 'iron', height, able: () => true, found })
    expect(body.feet.y).toBe(height)
    const { x, z } = body.feet.minus(archer)
    expect(Math.hypot(x, z)).toBeGreaterThanOrEqual(10)
  })
})

describe('the way out of walls against monsters', () => {
  const stage = sharedStage('1.16.5')

  it('the agent leaves straight down, and the walls stay', async () => {
    const { fill, block, stand, give, perform, body, at, kind } = stage()
    fill([-12, -24, -12], [12, 6, 12], 'stone')
    fill([-8, 0, -8], [8, 3, 8], 'air')
    fill([-1, 0, 0], [1, 1, 0], 'cobblestone')
    fill([0, 0, -1], [0, 1, 1], 'cobblestone')
    block(0, 2, 0, 'cobblestone')
    fill([0, 0, 0], [0, 1, 0], 'air')
    await give({ stone_pickaxe: 1, cobblestone: 4 })
    await stand(0, 0, 0)
    body.dangers.fledFrom(at(5, 0, 0))
    const { y: height } = at(0, -12, 0)
    const found = () => body.feet.y <= height
    await perform(branchMine, { sought: 'iron', height, able: () => true, found })
    for (const y of [0, 1])
      for (const [dx, dz] of SIDES) expect(kind(dx, y, dz)).toBe('cobblestone')
    expect(body.feet).toEqual(at(0, -12, 0))
  })

  it('the agent digs no shaft for which it would have to open the roof over its head', async () => {
    const { fill, stand, give, perform, body, at, kind } = stage()
    fill([-6, -12, -6], [6, 4, 6], 'stone')
    fill([0, 0, 0], [0, 1, 0], 'air')
    await give({ stone_pickaxe: 1, cobblestone: 4 })
    await stand(0, 0, 0)
    body.avoided.addWall(at(0, 2, 0))
    const down = { levels: 3, until: () => false, through: standsOnDiggable }
    expect((await perform(digShaft, down)).result).toMatchObject({ ok: false })
    expect(kind(0, 2, 0)).toBe('stone')
  })
})

describe('the way to stone', () => {
  const stage = sharedStage('1.16.5')

  it('the agent digs down through the soil, or walks to stone nearby', async () => {
    await land(stage(), 4)
    const { give, perform, block, stand, body, at } = stage()
    await give({ oak_planks: 1 })
    const { ticks } = await perform(goToStone, { kinds: ROCK })
    expect(ticks).toBeLessThan(4 * SOIL_DIG + 15)
    expect(body.feet.y).toBe(at(0, -4, 0).y)
    await land(stage(), 4)
    block(7, 0, 0, 'stone')
    await stand(0, 0, 0)
    expect((await perform(goToStone, { kinds: ROCK })).result).toEqual(done)
    expect(body.feet.y).toBe(at(0, 0, 0).y)
    expect(body.feet.x).toBeGreaterThan(at(2, 0, 0).x)
  })

  it('the agent digs down through the grass around its feet', async () => {
    await land(stage(), 4)
    const { give, perform, block, stand, body, at } = stage()
    block(0, 0, 0, 'grass')
    await give({ oak_planks: 1 })
    await stand(0, 0, 0)
    expect((await perform(goToStone, { kinds: ROCK })).result).toEqual(done)
    expect(body.feet).toEqual(at(0, -4, 0))
  })

  it('the agent gets down from a tree to dig in the soil beside it', async () => {
    await land(stage(), 4)
    const { give, perform, fill, stand, body, at, kind } = stage()
    fill([0, 0, 0], [0, 1, 0], 'oak_log')
    await give({ oak_planks: 1 })
    await stand(0, 2, 0)
    expect((await perform(goToStone, { kinds: ROCK })).result).toEqual(done)
    expect(body.feet.y).toBe(at(0, -4, 0).y)
    expect(kind(0, 0, 0)).toBe('oak_log')
  })

  it('the search for stone goes below soil and sand, however deep they are', async () => {
    const { give, perform, fill, stand, body, at } = stage()
    fill([-10, -24, -10], [10, -17, 10], 'stone')
    fill([-10, -16, -10], [10, -1, 10], 'dirt')
    fill([-10, -13, -10], [10, -9, 10], 'sand')
    await give({ wooden_pickaxe: 1, oak_trapdoor: 1, oak_planks: 4 })
    await stand(0, 0, 0)
    const { result, ticks } = await perform(mine, { item: 'cobblestone', count: 3 })
    expect(result).toEqual(done)
    expect(body.feet.y).toBeLessThan(at(0, -14, 0).y)
    expect(ticks).toBeLessThan(16 * SOIL_DIG + 3 * STONE_DIG + 100)
  })

  it('the agent digs down rather than return to stone that it saw far away', async () => {
    await land(stage(), 4)
    const { fill, stand, at, game, player, simulation, give, perform, body, context } = stage()
    const far = 160
    fill([11, -1, -1], [far, -1, 1], 'dirt')
    fill([far - 4, -1, -4], [far + 4, -1, 4], 'stone')
    await stand(far, 0, 0)
    await simulation.advance(20)
    game.movement.teleport(player, at(0, 0, 0).offset(0.5, 0, 0.5))
    await simulation.advance(20)
    expect(context.memory.blocks(ROCK, body.position)).not.toEqual([])
    await give({ wooden_pickaxe: 1 })
    const { result, ticks } = await perform(mine, { item: 'cobblestone', count: 3 })
    expect(result).toEqual(done)
    expect(ticks).toBeLessThan(4 * SOIL_DIG + 5 * STONE_DIG + 100)
  })

  it('the agent continues down with the first stones while its table is within reach', async () => {
    await land(stage(), 4)
    const { give, carried, simulation, body } = stage()
    await give({ crafting_table: 1, oak_planks: 7, stick: 6 })
    const environment = await environmentOn(stage(), { stone_pickaxe: 1 })
    const { signal } = new AbortController()
    const stone = { skill: 'mine', target: { cobblestone: 5 }, using: {}, tool: 'wooden_pickaxe' }
    const run = (goal: Goal, rest: readonly Goal[], source: KnownSource | null = null) =>
      simulation.run(environment.execute(goal, signal, { source, search: null, rest }))
    expect(await run(madeOf('wooden_pickaxe', 'planks'), [stone])).toEqual(done)
    const top = body.feet
    const [source = null] = environment.observe().sources(ROCK, 1)
    const before = body.clock.tick
    expect(await run(stone, [madeOf('stone_pickaxe', 'cobblestone')], source)).toEqual(done)
    expect(body.clock.tick - before).toBeLessThan(5 * STONE_DIG + 25)
    expect(body.feet).toEqual(top.offset(0, -5, 0))
    expect(await run(madeOf('stone_pickaxe', 'cobblestone'), [])).toEqual(done)
    expect(body.feet).toEqual(top.offset(0, -5, 0))
    expect(carried()).toMatchObject({ cobblestone: 2, stone_pickaxe: 1 })
  })

  it('the agent goes to stone before it places the table, where it digs stone next', async () => {
    await land(stage(), 4)
    const { give, carried, simulation, stand } = stage()
    await give({ crafting_table: 1, oak_planks: 3, stick: 6 })
    const environment = await environmentOn(stage(), { stone_pickaxe: 1 })
    const { signal } = new AbortController()
    const run = (goal: Goal, rest: readonly Goal[]) =>
      simulation.run(environment.execute(goal, signal, { source: null, search: null, rest }))
    const stone = { skill: 'mine', target: { cobblestone: 3 }, using: {}, tool: 'wooden_pickaxe' }
    expect(await run(madeOf('wooden_pickaxe', 'planks'), [stone])).toEqual(done)
    expect(carried().dirt).toBeGreaterThanOrEqual(4)
    const [source = null] = environment.observe().sources(ROCK, 1)
    const dug = environment.execute(stone, signal, { source, search: null })
    expect(await simulation.run(dug)).toEqual(done)
    // The table was neither taken along nor is it out of reach.
    expect(carried().crafting_table).toBeUndefined()
    expect(await run(madeOf('stone_pickaxe', 'cobblestone'), [])).toEqual(done)
    expect(carried()).toMatchObject({ wooden_pickaxe: 1, stone_pickaxe: 1 })
    await stand(0, 0, 0)
  })
})

describe('placed stations', () => {
  const stage = sharedStage('1.16.5')
  const toGather: Goal = {
    skill: 'mine',
    target: { cobblestone: 12 },
    using: {},
    tool: 'stone_pickaxe',
  }
  const toSmelt: Goal = {
    skill: 'smelt',
    target: { glass: 1 },
    using: { sand: 1, planks: 1 },
    tool: 'furnace',
  }

  it.each([
    { rest: [], needed: 'is not needed any more', carried: undefined },
    { rest: [toSmelt], needed: 'is needed again', carried: 1 },
    { rest: undefined, needed: 'may be needed', carried: 1 },
  ])('the agent takes along a furnace that $needed', async ({ rest, carried: furnaces }) => {
    const { give, carried, simulation } = stage()
    await give({ furnace: 1, sand: 2, oak_planks: 2, stone_pickaxe: 1 })
    const environment = await environmentOn(stage(), { glass: 2 })
    const { signal } = new AbortController()
    const approach = { source: null, search: null, ...(rest && { rest }) }
    const run = (goal: Goal) => simulation.run(environment.execute(goal, signal, approach))
    expect(await run(toSmelt)).toEqual(done)
    expect(await run(toGather)).toEqual(done)
    expect(carried().furnace).toBe(furnaces)
  })
})

describe('a crafting table that the plan needs again', () => {
  const stage = sharedStage('1.16.5')
  const toGather: Goal = { skill: 'mine', target: { coal: 1 }, using: {}, tool: 'stone_pickaxe' }
  const toSmelt: Goal = {
    skill: 'smelt',
    target: { glass: 3 },
    using: { sand: 3, planks: 2 },
    tool: 'furnace',
  }

  it.each([
    {
      planks: { oak_planks: 6 },
      what: 'is left where there are planks for one more',
      tables: undefined,
    },
    { planks: { oak_planks: 5 }, what: 'is taken along where there are too few', tables: 1 },
    { planks: { oak_planks: 3, birch_planks: 3 }, what: 'or too few of one kind', tables: 1 },
  ])('$what', async ({ planks, tables }) => {
    const { give, carried, simulation, block } = stage()
    block(6, 0, 0, 'coal_ore')
    await give({ crafting_table: 1, cobblestone: 3, stick: 2, ...planks })
    const environment = await environmentOn(stage(), { glass: 3 })
    const { signal } = new AbortController()
    const run = (goal: Goal, rest: readonly Goal[]) =>
      simulation.run(environment.execute(goal, signal, { source: null, search: null, rest }))
    expect(await run(madeOf('stone_pickaxe', 'cobblestone'), [])).toEqual(done)
    expect(await run(toGather, [toSmelt, madeOf('iron_pickaxe', 'iron_ingot')])).toEqual(done)
    expect(carried().crafting_table).toBe(tables)
  })
})

describe('a crafting table that the plan no longer needs', () => {
  const stage = sharedStage('1.16.5')
  const toMine = (item: string, tool: string): Goal => ({
    skill: 'mine',
    target: { [item]: 1 },
    using: {},
    tool,
  })

  it.each([
    ['is left where all ores are known', [], undefined],
    ['is taken along on a search', [toMine('diamond', 'iron_pickaxe')], 1],
  ])('%s', async (_, rest, tables) => {
    const { give, carried, simulation, block } = stage()
    block(6, 0, 0, 'coal_ore')
    await give({ crafting_table: 1, cobblestone: 3, stick: 2 })
    const environment = await environmentOn(stage(), { coal: 1 })
    const { signal } = new AbortController()
    const run = (goal: Goal, rest: readonly Goal[]) =>
      simulation.run(environment.execute(goal, signal, { source: null, search: null, rest }))
    expect(await run(madeOf('stone_pickaxe', 'cobblestone'), [])).toEqual(done)
    expect(await run(toMine('coal', 'stone_pickaxe'), rest)).toEqual(done)
    expect(carried().crafting_table).toBe(tables)
  })
})

describe('digging by hand', () => {
  const stage = sharedStage('1.16.5')

  it('the agent does not restart a dig when a drop enters its empty hand', async () => {
    await land(stage(), 4)
    const { give, at, body, kind, simulation, context, drop } = stage()
    await give({ oak_planks: 4 })
    const { signal } = new AbortController()
    drop('dirt', 1, 0, 0, 0)
    await simulation.run(body[BOT].unequip('hand').catch(() => {}))
    expect(await simulation.run(digBlock(body, at(1, -1, 0), signal))).toBe(true)
    expect(kind(1, -1, 0)).toBe('air')
    expect(context.body.carried.dirt).toBeGreaterThan(0)
  })

  it('the agent digs the softest block beside it to make room for a table', async () => {
    await land(stage(), 1)
    const { give, stand, fill, perform } = stage()
    fill([0, -2, 0], [0, -1, 0], 'air')
    await give({ crafting_table: 1, oak_planks: 8 })
    await stand(0, -2, 0)
    const { result, ticks } = await perform(craft, { item: 'chest', count: 1 })
    expect(result).toEqual(done)
    expect(ticks).toBeLessThan(80)
  })
})
