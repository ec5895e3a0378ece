import { describe, expect, it } from 'vitest'
import { GoalNear } from '#body/navigation/goal'
import { travel } from '#body/navigation/travel'
import { sharedStage } from '../../support/skills.ts'
import { versionsFor } from '../../support/versions.ts'

/** Ticks a block of a player who swims at the surface without sprinting. */
const SWIM = 10.2

describe.each(versionsFor('1.16.5', '1.12.2', '26.1'))('a lake in %s', (version) => {
  const stage = sharedStage(version, { perception: 'loaded' })

  /** Swims across a lake of 19 blocks, which is open to the east. @returns ticks. */
  async function across(z: number, prepare = () => {}): Promise<number> {
    const { fill, stand, body, at, simulation, context } = stage()
    await stand(-10, 0, 0)
    fill([-10, -6, -10], [10, -1, 10], 'stone')
    fill([-9, -3, -10], [9, -1, 10], 'water')
    prepare()
    await stand(-10, 0, 0)
    const goal = at(10, 0, z)
    const start = body.clock.tick
    const trip = travel(body, new GoalNear(goal.x, goal.y, goal.z, 0.5), context.signal)
    expect(await simulation.run(trip)).toBe('arrived')
    return body.clock.tick - start
  }

  it('is crossed at the pace of a swimmer', async () => {
    expect(await across(0)).toBeLessThan(19 * SWIM + 35)
  })

  it('is crossed in a straight line also where the route has turns', async () => {
    expect(await across(7)).toBeLessThan(Math.hypot(19, 7) * SWIM + 45)
  })

  it('is crossed around a wall', async () => {
    const { fill } = stage()
    const wall = () => fill([-2, -6, -4], [2, 2, 4], 'stone')
    expect(await across(0, wall)).toBeLessThan(2 * Math.hypot(9, 5) * SWIM + 70)
  })
})
