import { expect, it } from 'vitest'
import { GoalNear } from '#body/navigation/goal'
import { travel } from '#body/navigation/travel'
import { sharedStage } from '../../support/skills.ts'

const on = sharedStage('1.16.5')
/** Time for water to flow as far as it can (ticks). */
const FLOW_TICKS = 60

it('the agent wades through thin water instead of swimming above it', async () => {
  const { block, fill, stand, body, context, simulation, at } = on()
  fill([-1, 0, -3], [9, 2, 3], 'stone')
  fill([0, 0, -1], [8, 1, 1], 'air')
  await stand(8, 0, 0)
  block(0, 0, 0, 'water')
  await simulation.advance(FLOW_TICKS)
  let highest = 0
  const { count: moved } = body.corrections
  const unsubscribe = body.onTick(() => {
    if (body.footing.inWater) highest = Math.max(highest, body.position.y - at(0, 0, 0).y)
  })
  const end = at(2, 0, 0)
  const arrival = await simulation.run(
    travel(body, new GoalNear(end.x, end.y, end.z, 0.5), context.signal),
  )
  unsubscribe()
  expect(arrival).toBe('arrived')
  expect(highest).toBeLessThan(0.05)
  expect(body.corrections.count).toBe(moved)
})
