import { expect, it } from 'vitest'
import { lookClosely } from '#body/navigation/footing'
import { GoalNear } from '#body/navigation/goal'
import { dropTo } from '#body/navigation/leap'
import { groundOf } from '#body/navigation/stride'
import { travel } from '#body/navigation/travel'
import { lookAround } from '#skills/moving/look-around'
import { sharedStage } from '../../support/skills.ts'

const NIGHT = 18_000
const TOLD_TICKS = 25
const SETTLE_TICKS = 8
/** Time to sprint a block, and to start and stop (ticks). */
const SPRINT = 3.57
const START_AND_STOP = 14

const on = sharedStage('1.16.5', { perception: 'player' })

it('an agent that leans over an edge into the dark does not slip off', async () => {
  const { fill, stand, body, context, simulation, game, player } = on()
  game.time.ofDay = NIGHT
  // Nine blocks down, under a roof, so that no light shows the ground.
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
  // The next move must begin on the ground.
  await simulation.advance(20)
  expect(body.position.y).toBe(y)
  expect(player.position.y).toBeCloseTo(y)
  expect(body.traitsAt(body.position.floored().offset(0, -1, 0)).floor).toBe(true)
})

it('an agent that landed on an unseen block looks at it, and finds the way on', async () => {
  const { fill, stand, body, context, simulation, at, perform, game, player } = on()
  fill([-8, -5, -8], [8, -1, 8], 'air')
  fill([-8, -5, -8], [8, -5, 8], 'stone')
  fill([-4, -1, 0], [-2, -1, 0], 'oak_leaves')
  await stand(-2, 0, 0)
  await perform(lookAround, null)
  // Leaves appear where it saw nothing while it looks elsewhere, and it lands on them.
  await simulation.run(body.controls.look(Math.PI / 2, Math.PI / 2))
  fill([0, -1, 0], [1, -1, 0], 'oak_leaves')
  game.movement.teleport(player, at(0, 0, 0).offset(0.5, 0, 0.5))
  await simulation.advance(SETTLE_TICKS)
  const end = at(1, 0, 0)
  const arrival = await simulation.run(
    travel(body, new GoalNear(end.x, end.y, end.z, 0.5), context.signal),
  )
  expect(arrival).toBe('arrived')
})

it('an agent afloat swims to the edge of the water before it drops', async () => {
  const { block, fill, body, context, simulation, at, game, player } = on()
  // A column of water that falls past a ledge.
  fill([1, 0, -1], [3, 0, 1], 'stone')
  fill([-1, 6, -1], [1, 6, 1], 'stone')
  block(0, 6, 0, 'water')
  await simulation.advance(60)
  game.movement.teleport(player, at(0, 4, 0).offset(0.5, 0, 0.5))
  await simulation.advance(2)
  const failure = await simulation.run(dropTo(body, groundOf(body), at(1, 1, 0), context.signal))
  expect(failure).toBeUndefined()
  expect(body.feet).toEqual(at(1, 1, 0))
})

it('an agent that a new block stops at a corner plans again at once', async () => {
  const { fill, block, stand, body, context, simulation, at, perform } = on()
  fill([-9, -1, -9], [9, -1, 9], 'stone')
  await stand(-4, 0, -4)
  await perform(lookAround, null)
  await simulation.run(body.controls.look(Math.PI / 2, 0))
  for (const step of [-2, 0, 2]) {
    block(step + 1, 1, step, 'oak_leaves')
    block(step, 1, step + 1, 'oak_leaves')
  }
  const end = at(4, 0, 4)
  const start = body.clock.tick
  const arrival = await simulation.run(
    travel(body, new GoalNear(end.x, end.y, end.z, 0.5), context.signal),
  )
  expect(arrival).toBe('arrived')
  expect(body.clock.tick - start).toBeLessThan(80)
})

it('an agent sprints past ground that trees hide', async () => {
  const { fill, stand, body, context, simulation, at, perform } = on()
  fill([-9, -1, -9], [9, -1, 9], 'stone')
  // Trunks on both sides hide the ground behind them.
  for (let x = -8; x <= 8; x += 2) for (const z of [-1, 1]) fill([x, 0, z], [x, 4, z], 'oak_log')
  await stand(-8, 0, 0)
  await perform(lookAround, null)
  const end = at(8, 0, 0)
  const start = body.clock.tick
  await simulation.run(travel(body, new GoalNear(end.x, end.y, end.z, 0.5), context.signal))
  expect(body.clock.tick - start).toBeLessThan(16 * SPRINT + START_AND_STOP)
})

it('an agent on a treetop notices leaves below it that it took for a drop', async () => {
  const { block, fill, stand, body, context, simulation, at } = on()
  fill([-1, 2, 0], [0, 2, 0], 'oak_leaves')
  await stand(0, 3, 0)
  await simulation.run(body.controls.look(Math.PI / 2, Math.PI / 2))
  block(1, 2, 0, 'oak_leaves')
  await simulation.advance(SETTLE_TICKS)
  const start = body.clock.tick
  const failure = await simulation.run(dropTo(body, groundOf(body), at(1, 0, 0), context.signal))
  expect(failure).toBe('changed')
  expect(body.clock.tick - start).toBeLessThan(30)
})
