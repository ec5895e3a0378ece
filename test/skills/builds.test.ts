import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GoalBlock } from '#body/navigation/goal'
import { travel } from '#body/navigation/travel'
import { respectBuilds } from '#life/respect-builds'
import { withdraw } from '#skills/items/withdraw'
import { mine } from '#skills/mining/mine'
import { type Stage, sharedStage } from '../support/skills.ts'

/** A log cabin with a door, a bed and a chest; its corners. */
const NEAR = [2, 0, -2] as const
const FAR = [6, 3, 2] as const

describe.each(['grid', 'pathfinder'] as const)('with the %s navigator', (navigator) => {
  const stage = sharedStage('1.16.5', { navigator, perception: 'loaded' })
  let ignore: (() => void) | undefined

  beforeEach(async () => {
    const { body, context, fill, block, simulation } = stage()
    fill(NEAR, FAR, 'oak_log')
    fill([3, 0, -1], [5, 2, 1], 'air')
    fill([2, 3, -2], [6, 3, 2], 'oak_planks')
    block(2, 0, 0, 'oak_door', { half: 'lower', facing: 'east' })
    block(2, 1, 0, 'oak_door', { half: 'upper', facing: 'east' })
    block(5, 0, 1, 'chest')
    block(5, 0, -1, 'red_bed', { part: 'foot' })
    fill([-9, 0, 5], [-9, 3, 5], 'birch_log')
    await simulation.advance(10)
    body.builds.respects = true
    ignore = respectBuilds(body, context)
  })
  afterEach(() => {
    const { body } = stage()
    ignore?.()
    body.builds.respects = false
    body.builds.clear()
  })

  it('the agent takes logs from trees, not from a house beside it', async () => {
    const { perform, carried } = stage()
    const house = houseOf(stage())
    const { result } = await perform(mine, { item: 'log', count: 3 })
    expect(result).toEqual({ ok: true })
    expect(carried().birch_log).toBe(3)
    expect(houseOf(stage())).toEqual(house)
  })

  it('the agent takes logs from the house when told to', async () => {
    const { perform, body, carried } = stage()
    body.builds.respects = false
    const { result } = await perform(mine, { item: 'log', count: 2 })
    expect(result).toEqual({ ok: true })
    expect(carried().oak_log).toBeGreaterThanOrEqual(2)
  })

  it('the agent leaves planks, doors, chests and beds alone', async () => {
    const { perform, simulation, body } = stage()
    const house = houseOf(stage())
    for (const item of ['planks', 'oak_door', 'chest', 'red_bed']) {
      const stop = new AbortController()
      void body.clock.wait(400).then(() => stop.abort())
      const { result } = await perform(mine, { item, count: 1 }, { signal: stop.signal })
      expect(result.ok).toBe(false)
    }
    await simulation.advance(10)
    expect(houseOf(stage())).toEqual(house)
  })

  it('the agent walks round a house, or through its door, but never through a wall', async () => {
    const { body, simulation, at, fill } = stage()
    // Walls to both sides make a way through the house the shortest.
    fill([4, 0, 3], [4, 2, 9], 'oak_planks')
    fill([4, 0, -9], [4, 2, -3], 'oak_planks')
    await simulation.advance(10)
    const house = houseOf(stage())
    const goal = at(9, 0, 0)
    const signal = new AbortController().signal
    const arrival = await simulation.run(
      travel(body, new GoalBlock(goal.x, goal.y, goal.z), signal),
    )
    expect(arrival).toBe('arrived')
    expect(houseOf(stage())).toEqual(house)
  })

  it('the agent opens a chest when asked for what is in it', async () => {
    const { perform } = stage()
    const { result } = await perform(withdraw, { item: 'stick', count: 1 })
    expect(result).toMatchObject({ ok: false, failure: { kind: 'not-found' } })
    expect(houseOf(stage())['5,0,1']).toBe('chest')
  })
})

/** Kinds of the blocks of the house, without what a passing agent changes: whether the door is open. */
function houseOf({ kind }: Stage): Record<string, string> {
  const blocks: Record<string, string> = {}
  for (let x = NEAR[0]; x <= FAR[0]; x++)
    for (let y = NEAR[1]; y <= FAR[1]; y++)
      for (let z = NEAR[2]; z <= FAR[2]; z++) blocks[`${x},${y},${z}`] = kind(x, y, z)
  return blocks
}
