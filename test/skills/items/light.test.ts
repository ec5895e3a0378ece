import { describe, expect, it } from 'vitest'
import { hasTorches, lightUp, placeTorch } from '#skills/items/place-torch'
import { branchMine } from '#skills/mining/branch-mine'
import { mine } from '#skills/mining/mine'
import { survey } from '#skills/moving/look-around'
import { traitsOf } from '#world/block-traits'
import { LightMeter } from '#world/mobs/light'
import { type Stage, sharedStage } from '../../support/skills.ts'
import { ERAS } from '../../support/windows.ts'

const done = { ok: true }
/** Depth below the stage of the rock that no light enters (blocks). */
const DEEP = -110
/** Minimum light level at which no monster spawns. */
const SAFE = 8
/** Time to dig at least four blocks ahead (ticks). */
const PATIENCE = 600

type Box = readonly [from: readonly [number, number, number], to: readonly [number, number, number]]

const HALL: Box = [
  [-4, 0, -4],
  [9, 2, 4],
]

/** Puts the body underground into a hollow, with nothing else around. */
async function underground({ fill, stand }: Stage, ...hollows: Box[]): Promise<void> {
  fill([-12, DEEP - 6, -12], [14, DEEP + 6, 12], 'stone')
  for (const [[x1, y1, z1], [x2, y2, z2]] of hollows)
    fill([x1, DEEP + y1, z1], [x2, DEEP + y2, z2], 'air')
  await stand(0, DEEP, 0)
}

describe.each(ERAS)('torches on %s', (version) => {
  const stage = sharedStage(version, { perception: 'player' })
  const lightAt = (x: number, y: number, z: number) => {
    const place = stage().at(x, DEEP + y, z)
    return stage().body.vision.light(place.x, place.y, place.z)
  }
  const notFound = { failure: { kind: 'not-found' } }

  it('torches light a dark hall, and no mob spawns near them', async () => {
    await underground(stage(), HALL)
    const { give, perform, carried, game, at, simulation } = stage()
    await give({ torch: 2 })
    expect(lightAt(0, 0, 0)).toBe(0)
    const { result, ticks } = await perform(placeTorch, null)
    expect(result).toEqual(done)
    expect(ticks).toBeLessThan(20)
    await simulation.advance(2)
    expect(carried()).toEqual({ torch: 1 })
    expect(lightAt(0, 0, 0)).toBeGreaterThanOrEqual(SAFE)
    const meter = new LightMeter(game.level, traitsOf(game.registry))
    const { x, y, z } = at(0, DEEP, 0)
    expect(meter.isDark(x, y, z, 0, SAFE - 1)).toBe(false)
  })

  it('the agent knows of light only where it knows the place', async () => {
    await underground(stage(), HALL, [
      [12, 0, 0],
      [13, 1, 0],
    ])
    expect(lightAt(0, 0, 0)).toBe(0)
    expect(lightAt(12, 0, 0)).toBeUndefined()
  })

  it('the agent keeps its torches where it is light, and once it is lit', async () => {
    await underground(stage(), HALL)
    const { give, perform, carried, block, context, simulation } = stage()
    await give({ torch: 3 })
    block(2, DEEP, 1, 'torch')
    await simulation.advance(2)
    expect((await perform(placeTorch, null)).result).toMatchObject(notFound)
    block(2, DEEP, 1, 'air')
    await simulation.advance(2)
    for (let i = 0; i < 3; i++) {
      await simulation.run(lightUp(context))
      await simulation.advance(100)
    }
    expect(carried()).toEqual({ torch: 2 })
  })

  it('the agent keeps its torches in a tunnel, which hides nothing', async () => {
    await underground(
      stage(),
      [
        [-1, 0, 0],
        [9, 1, 0],
      ],
      [
        [4, 1, -4],
        [4, 1, 4],
      ],
    )
    const { give, perform, carried } = stage()
    await give({ torch: 1 })
    expect((await perform(placeTorch, null)).result).toMatchObject(notFound)
    expect(carried()).toEqual({ torch: 1 })
  })

  it('the agent does not dig again and again for a block that was gone in the dark', async () => {
    await underground(stage(), HALL)
    const { block, at, body, context, perform, simulation } = stage()
    const place = at(4, DEEP, 0)
    block(3, DEEP, 2, 'glowstone')
    block(4, DEEP, 0, 'gravel')
    await simulation.advance(2)
    await simulation.run(body.controls.lookAt(place))
    await simulation.advance(20)
    await simulation.run(body.controls.lookAt(at(-3, DEEP, 0)))
    block(3, DEEP, 2, 'air')
    block(4, DEEP, 0, 'air')
    await simulation.advance(10)
    expect(context.memory.kindAt(place)).toBe('gravel')
    const dug = perform({ ...mine, budget: () => 100 }, { item: 'flint', count: 1 })
    expect((await dug).result).toMatchObject({ failure: { kind: 'timeout' } })
    expect(body.avoided.has(place.x, place.y, place.z)).toBe(true)
  })

  it('a torch brings an ore at the other end of a dark hall into sight', async () => {
    const { block, give, at, context, simulation } = stage()
    await underground(stage(), HALL)
    block(10, DEEP + 1, 0, 'coal_ore')
    // The direction of the head, which decides what the agent knows of the hall, is that of the test before.
    await simulation.run(survey(context))
    const known = () => context.memory.kindAt(at(10, DEEP + 1, 0))
    const look = async () => {
      await simulation.run(context.body.controls.lookAt(at(10, DEEP + 1, 0)))
      await simulation.advance(20)
    }
    await look()
    expect(known()).toBeUndefined()
    await give({ torch: 1 })
    await simulation.run(lightUp(context))
    await look()
    expect(known()).toBe('coal_ore')
  })

  it('the agent crafts torches of coal and of sticks that no tool needs', async () => {
    await underground(stage(), HALL)
    const { give, perform, carried, context } = stage()
    await give({ coal: 1, stick: 6 })
    expect(hasTorches(context)).toBe(false)
    await give({ stick: 1 })
    expect((await perform(placeTorch, null)).result).toEqual(done)
    expect(carried()).toEqual({ stick: 6, torch: 3 })
  })

  it('the agent keeps torches that serve the target', async () => {
    const { give, context } = stage()
    const { agentState } = context
    await give({ coal: 8, stick: 8 })
    expect(hasTorches(context)).toBe(true)
    agentState.pursue(new Set(['coal']), () => 0)
    expect(hasTorches(context)).toBe(false)
    await give({ torch: 8 })
    expect(hasTorches(context)).toBe(true)
    agentState.pursue(new Set(['torch', 'coal']), () => 0)
    expect(hasTorches(context)).toBe(false)
  })

  it('the agent lights a cave that its tunnel opens', async () => {
    await underground(
      stage(),
      [
        [0, 0, 0],
        [0, 1, 0],
      ],
      [
        [5, -1, -3],
        [9, 1, 3],
      ],
    )
    const { give, perform, carried, context, body } = stage()
    await give({ stone_pickaxe: 1, cobblestone: 8, torch: 4 })
    context.agentState.exploration.headFor({ x: 1, z: 0 })
    const end = body.clock.tick + PATIENCE
    const found = () => (carried().torch ?? 0) < 4 || body.clock.tick > end
    const height = body.feet.y
    await perform(branchMine, { sought: 'iron', height, found, able: () => true })
    expect(carried().torch).toBe(3)
    expect(context.memory.blocks(['torch', 'wall_torch'], body.position)).toHaveLength(1)
  })
})

describe('vision in the dark', () => {
  const stage = sharedStage('1.16.5', { perception: 'seen' })

  it('an agent that sees in the dark needs no torch', async () => {
    await underground(stage(), HALL)
    const { give, context, carried, simulation } = stage()
    await give({ torch: 1 })
    await simulation.run(lightUp(context))
    expect(carried()).toEqual({ torch: 1 })
  })
})
