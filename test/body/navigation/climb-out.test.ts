import { describe, expect, it, vi } from 'vitest'
import { GoalNear } from '#body/navigation/goal'
import type { Step } from '#body/navigation/route'
import { travel } from '#body/navigation/travel'
import { sharedStage } from '../../support/skills.ts'
import { versionsFor } from '../../support/versions.ts'

/** Time for a current to carry the agent some blocks (ticks). */
const DRIFT_TICKS = 40

describe.each(versionsFor('1.16.5', '1.12.2', '1.21.4'))('a narrow stream on %s', (version) => {
  const on = sharedStage(version, { perception: 'seen' })

  it.each([3, 4, 6])('the agent climbs out through an opening, from %i blocks up', async (from) => {
    const { fill, block, stand, body, simulation, context, at } = on()
    fill([-8, -4, -8], [8, 3, 10], 'stone')
    fill([0, -1, -4], [0, 0, 8], 'air')
    // The opening is one block wide, and over the water its ceiling is high enough there only.
    fill([-6, 0, 2], [0, 1, 2], 'air')
    block(0, -1, 8, 'water')
    await stand(0, -1, from)
    await simulation.advance(DRIFT_TICKS)
    const { x, y, z } = at(-5, 0, 2)
    const begun = body.clock.tick
    const goal = new GoalNear(x, y, z, 1)
    expect(await simulation.run(travel(body, goal, context.signal))).toBe('arrived')
    expect(body.clock.tick - begun).toBeLessThan(200)
  })
})

describe('a step that always turns out to be blocked', () => {
  const on = sharedStage('1.16.5')

  it('ends the journey, although time passes with each try', async () => {
    const { fill, body, simulation, context, at } = on()
    fill([-3, 0, 2], [3, 2, 2], 'bedrock')
    const step = (x: number, z: number): Step => {
      const { x: atX, y, z: atZ } = at(x, 0, z)
      return { x: atX, y, z: atZ, how: 'walk', clear: [] }
    }
    let plans = 0
    const plan = vi.spyOn(body.navigator, 'plan').mockImplementation(() => {
      plans++
      const steps = [
        step(plans % 2 === 0 ? 1 : -1, 0),
        step(plans % 2 === 0 ? 1 : -1, 1),
        step(0, 2),
      ]
      return { steps, complete: true, ticks: 10 }
    })
    const { x, y, z } = at(0, 0, 5)
    const goal = new GoalNear(x, y, z, 1)
    expect(await simulation.run(travel(body, goal, context.signal))).toBe('unreachable')
    plan.mockRestore()
  })
})
