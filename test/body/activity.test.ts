import { describe, expect, it } from 'vitest'
import type { ActivityRun } from '#body/activity'
import { ActivityLog } from '#body/activity-log'
import { digBlock } from '#body/dig'
import { GoalXZ } from '#body/navigation/goal'
import { travel } from '#body/navigation/travel'
import { placeBlock } from '#body/place'
import { craft } from '#skills/items/craft'
import { type Stage, sharedStage } from '../support/skills.ts'

const never = new AbortController().signal

/** Records the agent's activities during some work. Every tick must have one. */
async function during({ body }: Stage, work: () => Promise<unknown>): Promise<ActivityRun[]> {
  const log = new ActivityLog(body)
  const off = body.onTick(() => log.note())
  const start = body.clock.tick
  await work()
  off()
  const runs = log.take()
  expect(runs.reduce((sum, [, ticks]) => sum + ticks, 0)).toBe(body.clock.tick - start)
  expect(log.take()).toEqual([])
  return [...runs]
}

/** Ticks of each activity. */
function sums(runs: readonly ActivityRun[]): Record<string, number> {
  const sum: Record<string, number> = {}
  for (const [activity, ticks] of runs) sum[activity] = (sum[activity] ?? 0) + ticks
  return sum
}

describe.each(['vanilla', 'bot'] as const)(
  'the activity log of an agent with %s input limits',
  (hands) => {
    const stage = sharedStage('1.16.5', { hands })

    it('records the time of a dig, and the cooldown between digs if there is one', async () => {
      const { give, simulation, body, at, fill } = stage()
      fill([1, 0, -1], [1, 1, 1], 'dirt')
      await give({ dirt: 1 })
      await simulation.advance(5)
      const runs = await during(stage(), async () => {
        for (const y of [1, 0]) await simulation.run(digBlock(body, at(1, y, 0), never))
      })
      const digs = runs.filter(([activity]) => activity === 'dig')
      expect(digs).toEqual([
        ['dig', 15],
        ['dig', 15],
      ])
      expect(sums(runs)['dig-pause']).toBe(hands === 'vanilla' ? 5 : undefined)
    })

    it('records the dig of a block that breaks at once', async () => {
      const { simulation, body, at, block } = stage()
      block(1, -1, 0, 'grass_block')
      block(1, 0, 0, 'grass')
      await simulation.advance(5)
      const runs = await during(stage(), () => simulation.run(digBlock(body, at(1, 0, 0), never)))
      expect(sums(runs).dig).toBeGreaterThan(0)
    })

    it('records that the agent walks', async () => {
      const { simulation, body, at } = stage()
      const end = at(-8, 0, 0)
      const runs = await during(stage(), () =>
        simulation.run(travel(body, new GoalXZ(end.x, end.z), never)),
      )
      // Sprinting, eight blocks take about 28 ticks.
      expect(sums(runs).walk).toBeGreaterThan(20)
      expect(Object.keys(sums(runs)).filter((kind) => !/walk|wait|look/.test(kind))).toEqual([])
    })

    it('records that the agent clicks in windows, its own inventory included', async () => {
      const { give, perform } = stage()
      await give({ oak_log: 2 })
      const own = await during(stage(), () => perform(craft, { item: 'planks', count: 8 }))
      expect(sums(own).window).toBeGreaterThan(3)
      await give({ crafting_table: 1, stick: 2 })
      const table = await during(stage(), () =>
        perform(craft, { item: 'wooden_pickaxe', count: 1 }),
      )
      expect(sums(table).window).toBeGreaterThan(8)
      // The agent placed and opened the table.
      expect(sums(table).use).toBeGreaterThan(1)
    })

    it('records that the agent places a block, and waits for the cooldown', async () => {
      const { simulation, body, give, at } = stage()
      await give({ dirt: 2 })
      const runs = await during(stage(), async () => {
        for (const z of [-1, 1])
          await simulation.run(placeBlock(body, ['dirt'], at(1, 0, z), never))
      })
      expect(sums(runs).use).toBe(hands === 'vanilla' ? 4 : 2)
    })

    it('records that the agent turns its head or waits', async () => {
      const { simulation, body } = stage()
      const runs = await during(stage(), async () => {
        await simulation.advance(2)
        await simulation.run(body.controls.look(body.controls.yaw + 1, 0.5))
        await simulation.advance(4)
      })
      expect(runs).toEqual([
        ['wait', 2],
        ['look', 1],
        ['wait', 3],
      ])
    })
  },
)
