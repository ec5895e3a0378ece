import { expect, it } from 'vitest'
import { lookClosely } from '../src/body/navigation/footing.ts'
import { sharedStage } from './support/skills.ts'

const NIGHT = 18_000
const TOLD_TICKS = 25

const on = sharedStage('1.16.5', { perception: 'player' })

it('who leans over an edge into the dark in vain does not slip off it', async () => {
  const { fill, stand, body, context, simulation, game, player } = on()
  game.time.ofDay = NIGHT
  // Nine blocks down, under a lid, so that no light shows the ground.
  fill([2, -5, -3], [8, -1, 3], 'air')
  fill([-3, 4, -5], [10, 4, 5], 'stone')
  await stand(1, 0, 0)
  await simulation.advance(TOLD_TICKS)
  const step = {
    x: body.feet.x + 1,
    y: body.feet.y - 3,
    z: body.feet.z,
    how: 'drop',
    clear: [],
  } as const
  const failure = await simulation.run(lookClosely(body, step, context.signal))
  expect(failure).toBe('unsafe')
  const { y } = body.position
  // Whatever the legs do next, they begin on firm ground.
  await simulation.advance(20)
  expect(body.position.y).toBe(y)
  expect(player.position.y).toBeCloseTo(y)
  expect(body.traitsAt(body.position.floored().offset(0, -1, 0)).floor).toBe(true)
})
