import { describe, expect, it } from 'vitest'
import { GoalNear } from '#body/navigation/goal'
import type { Step } from '#body/navigation/route'
import { travel } from '#body/navigation/travel'
import { followRoute } from '#body/navigation/walk'
import { sharedStage } from '../../support/skills.ts'
import { versionsFor } from '../../support/versions.ts'

/** Ticks a block of a player who swims at the surface without sprinting. */
const SWIM = 10.2

describe.each(versionsFor('1.16.5', '1.12.2', '26.1'))('a lake in %s', (version) => {
  const stage = sharedStage(version, { perception: 'loaded' })

  async function lake(): Promise<void> {
    const { fill, stand } = stage()
    await stand(-10, 0, 0)
    fill([-10, -6, -10], [10, -1, 10], 'stone')
    fill([-9, -3, -10], [9, -1, 10], 'water')
  }

  /** Swims across the lake, which is 19 blocks wide. @returns ticks. */
  async function across(prepare = () => {}): Promise<number> {
    const { stand, body, at, simulation, context } = stage()
    await lake()
    prepare()
    await stand(-10, 0, 0)
    const goal = at(10, 0, 0)
    const start = body.clock.tick
    const trip = travel(body, new GoalNear(goal.x, goal.y, goal.z, 0.5), context.signal)
    expect(await simulation.run(trip)).toBe('arrived')
    return body.clock.tick - start
  }

  it('is crossed at the pace of a swimmer', async () => {
    expect(await across()).toBeLessThan(19 * SWIM + 35)
  })

  it('is crossed in a straight line where the route has many turns', async () => {
    await lake()
    const { body, at, simulation, context, stand } = stage()
    await stand(-8, -1, -8)
    const stairs = Array.from({ length: 24 }, (_, i) =>
      at(-8 + Math.ceil(i / 2), -1, -8 + Math.floor(i / 2)),
    )
    const steps: Step[] = stairs
      .slice(1)
      .map(({ x, y, z }) => ({ x, y, z, clear: [], how: 'swim' }))
    const start = body.clock.tick
    const route = { steps, complete: true, ticks: 0 }
    const failure = await simulation.run(followRoute(body, route, context.signal, () => false))
    expect(failure).toBeUndefined()
    expect(body.clock.tick - start).toBeLessThan(Math.hypot(12, 11) * SWIM + 30)
  })

  it('is crossed around a wall', async () => {
    const { fill } = stage()
    const wall = () => fill([-2, -6, -4], [2, 2, 4], 'stone')
    expect(await across(wall)).toBeLessThan(2 * Math.hypot(9, 5) * SWIM + 70)
  })
})
