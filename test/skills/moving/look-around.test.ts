import { expect, it } from 'vitest'
import { lookAround } from '#skills/moving/look-around'
import { sharedStage } from '../../support/skills.ts'

const on = sharedStage('1.16.5', { perception: 'player' })

/** Number of cows around the agent, more than the number of rounds in which it looks for far entities. */
const COWS = 12
const RADIUS = 20

it('the agent sees all animals in the open in one turn of its head', async () => {
  const { fill, stand, mob, perform, context, body, simulation } = on()
  fill([-RADIUS - 2, -1, -RADIUS - 2], [RADIUS + 2, -1, RADIUS + 2], 'stone')
  fill([-RADIUS - 2, 0, -RADIUS - 2], [RADIUS + 2, 3, RADIUS + 2], 'air')
  await stand(0, 0, 0)
  const cows = Array.from({ length: COWS }, (_, i) => {
    const angle = (i / COWS) * 2 * Math.PI
    return mob('cow', Math.round(RADIUS * Math.cos(angle)), 0, Math.round(RADIUS * Math.sin(angle)))
  })
  await simulation.advance(8)
  await perform(lookAround, null)
  const known = context.memory.entities(['cow'], body.position).map(({ id }) => id)
  expect(known).toEqual(expect.arrayContaining(cows.map(({ id }) => id)))
})
