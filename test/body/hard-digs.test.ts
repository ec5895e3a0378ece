import { describe, expect, it } from 'vitest'
import { digBlock, digThrough } from '#body/dig'
import { clearStep } from '#body/navigation/clearing'
import type { Step } from '#body/navigation/route'
import { sharedStage } from '../support/skills.ts'
import { versionsFor } from '../support/versions.ts'

describe.each(versionsFor('1.12.2', '1.16.5', '1.21.4'))('digging, on %s', (version) => {
  const on = sharedStage(version)

  it('the agent digs under a pile of sand until no more falls', async () => {
    const { fill, give, at, body, context, simulation, kind } = on()
    await give({ stone_pickaxe: 1, stone_shovel: 1 })
    // Stone in front of the feet, sand in front of the head and high above.
    fill([1, 0, -1], [3, 0, 1], 'stone')
    fill([1, 1, -1], [3, 5, 1], 'sand')
    await simulation.advance(5)
    const { x, y, z } = at(1, 0, 0)
    const step: Step = {
      ...{ x, y, z, how: 'walk' },
      clear: [
        { x, y: y + 1, z },
        { x, y, z },
      ],
    }
    expect(await simulation.run(clearStep(body, step, context.signal))).toBeUndefined()
    await simulation.advance(30)
    expect([kind(1, 0, 0), kind(1, 1, 0)]).toEqual(['air', 'air'])
  })

  it('the agent keeps its position in a current', async () => {
    const { fill, block, stand, at, body, context, simulation, kind } = on()
    fill([-6, -1, 0], [6, -1, 0], 'air')
    block(-3, -1, 0, 'water')
    await simulation.advance(60)
    await stand(-1, -1, 0)
    const start = body.position.clone()
    expect(await simulation.run(digBlock(body, at(-1, -1, 1), context.signal))).toBe(true)
    expect(kind(-1, -1, 1)).not.toBe('stone')
    expect(body.position.distanceTo(start)).toBeLessThan(0.4)
  })

  it('an agent afloat breaks a block above the water', async () => {
    const { fill, give, stand, at, body, context, simulation, kind } = on()
    await give({ stone_pickaxe: 1 })
    fill([-1, 0, -1], [1, 5, 1], 'stone')
    fill([0, 0, 0], [0, 5, 0], 'air')
    fill([0, -3, 0], [0, -1, 0], 'water')
    await stand(0, -1, 0)
    // A wave covers the head in the middle of the dig.
    const ducked = (ticks: number) => ticks > 30 && ticks < 50
    const unsubscribe = body.onTick(() => {
      body.controls.press({ jump: !ducked(body.clock.tick - begun) })
    })
    const begun = body.clock.tick
    expect(await simulation.run(digBlock(body, at(1, 1, 0), context.signal))).toBe(true)
    unsubscribe()
    await simulation.advance(2)
    expect(kind(1, 1, 0)).toBe('air')
    // A stone takes 57 ticks afloat, and longer while the head is under water.
    expect(body.clock.tick - begun).toBeLessThan(250)
  })

  it('the agent stops a dig when a block falls before its crosshair, as the client does', async () => {
    const { block, stand, at, body, context, game, run, simulation, kind } = on()
    await stand(0, 0, 0)
    block(3, 1, 0, 'stone')
    await simulation.advance(5)
    const dug = run(digBlock(body, at(3, 1, 0), context.signal))
    void body.clock.wait(20).then(() => block(2, 1, 0, 'dirt'))
    expect(await dug).toBe(false)
    expect(kind(3, 1, 0)).toBe('stone')
    expect(game.clientLimits.violations).toEqual({})
  })

  it('the agent removes gravel that falls before its crosshair, and resumes', async () => {
    const { block, fill, give, stand, at, body, context, game, run, simulation, kind } = on()
    await give({ stone_pickaxe: 1 })
    await stand(0, 0, 0)
    fill([3, 0, 0], [3, 1, 0], 'stone')
    block(2, 0, 0, 'stone')
    await simulation.advance(5)
    const dug = run(digBlock(body, at(3, 1, 0), context.signal))
    void body.clock.wait(5).then(() => fill([2, 4, 0], [2, 5, 0], 'gravel'))
    expect(await dug).toBe(true)
    await simulation.advance(30)
    expect(kind(3, 1, 0)).toBe('air')
    expect(game.clientLimits.violations).toEqual({})
  })

  it('the agent does not aim along the edge of a block in between, where rounding decides', async () => {
    const { block, stand, at, body, context, game, run, simulation, kind } = on()
    await stand(0, 0, 0)
    // The line from the eyes to the middle of the log's lower side passes the edge of the leaves.
    block(0, 2, -1, 'oak_leaves')
    block(1, 3, -1, 'oak_log')
    await simulation.advance(5)
    expect(await run(digBlock(body, at(1, 3, -1), context.signal))).toBe(true)
    await simulation.advance(5)
    expect(kind(1, 3, -1)).toBe('air')
    expect(game.clientLimits.violations).toEqual({})
  })

  it('the agent does not aim along an edge where it sees a face at a flat angle', async () => {
    const { block, fill, stand, at, body, context, game, run, simulation, kind } = on()
    await stand(0, 0, 0)
    // The line from the eyes to the middle of the dirt's lower side is exactly diagonal, and meets the corner of the stone.
    fill([0, 0, -1], [1, 2, -1], 'stone')
    fill([1, 0, 0], [1, 2, 0], 'stone')
    for (const z of [0, -1]) block(1, 1, z, 'air')
    block(1, 2, -1, 'dirt')
    await simulation.advance(5)
    expect(await run(digBlock(body, at(1, 2, -1), context.signal))).toBe(true)
    await simulation.advance(5)
    expect(kind(1, 2, -1)).toBe('air')
    expect(game.clientLimits.violations).toEqual({})
  })

  it('the agent begins a dig anew when water comes over its eyes, because it takes longer then', async () => {
    const { fill, block, stand, at, body, context, game, run, simulation, kind } = on()
    await stand(0, 0, 0)
    // The water stands in the cell of the eyes only.
    fill([-1, 1, -1], [1, 1, 1], 'stone')
    fill([0, 1, 0], [0, 1, 0], 'air')
    fill([-1, 0, -1], [1, 0, 1], 'stone')
    block(0, 0, 0, 'air')
    await simulation.advance(5)
    const begun = body.clock.tick
    const dug = run(digBlock(body, at(1, 1, 0), context.signal))
    void body.clock.wait(40).then(() => block(0, 1, 0, 'water'))
    await dug
    const ended = body.clock.tick
    // Gone or not, the client and the server agree.
    expect(ended - begun).toBeGreaterThan(40)
    await simulation.advance(1)
    expect(body.traitsAt(at(1, 1, 0)).name === 'air').toBe(kind(1, 1, 0) === 'air')
    expect(game.clientLimits.violations).toEqual({})
  })

  it('the agent begins a dig anew when it has jumped, because its time was reckoned for the ground', async () => {
    const { block, give, stand, at, body, context, game, run, simulation, kind } = on()
    await give({ stone_pickaxe: 1 })
    await stand(0, 0, 0)
    block(1, 1, 0, 'stone')
    await simulation.advance(5)
    const dug = run(digBlock(body, at(1, 1, 0), context.signal))
    void body.clock.wait(6).then(() => body.controls.press({ jump: true }))
    void body.clock.wait(12).then(() => body.controls.press({ jump: false }))
    expect(await dug).toBe(true)
    await simulation.advance(1)
    expect(kind(1, 1, 0)).toBe('air')
    expect(game.clientLimits.violations).toEqual({})
  })
})

describe('digging in a stream', () => {
  const on = sharedStage('1.16.5', { perception: 'loaded' })

  it.each([
    ['water', true],
    ['lava', false],
  ] as const)('the agent digs through leaves that hold back %s: %s', async (liquid, digs) => {
    const { fill, block, stand, at, body, context, simulation } = on()
    fill([-3, -2, -2], [4, 2, 2], 'bedrock')
    fill([-2, -1, 0], [1, 1, 0], 'air')
    fill([-2, -1, 0], [1, -1, 0], 'water')
    fill([2, -1, 0], [2, 1, 0], 'oak_leaves')
    block(2, -1, 1, liquid)
    block(3, -1, 0, 'oak_log')
    await stand(1, -1, 0)
    await simulation.advance(20)
    const dug = simulation.run(digThrough(body, at(3, -1, 0), context.signal))
    expect(await dug).toBe(digs)
  })
})
