import { expect, it } from 'vitest'
import { digBlock } from '#body/dig'
import { GoalBlock } from '#body/navigation/goal'
import { travel } from '#body/navigation/travel'
import { succeeded } from '#goal/outcome'
import { digOut } from '#skills/moving/dig-out'
import { lookAround } from '#skills/moving/look-around'
import { Reflexes } from '#skills/reflexes/reflexes'
import { sharedStage } from '../../support/skills.ts'

const on = sharedStage('1.16.5', { perception: 'player' })

/** Expects that the agent is due to dig itself out, and is safe after that. */
async function digsOut(reflexes: Reflexes): Promise<void> {
  const { perform, player, simulation } = on()
  expect(reflexes.next()?.reflex.name).toBe('dig-out')
  expect((await perform(digOut, null)).result).toEqual(succeeded)
  const { health } = player.vitals
  await simulation.advance(30)
  expect(player.vitals.health).toBeGreaterThanOrEqual(health)
}

it('the agent digs gravel off its head before anything but leaving lava', async () => {
  const { block, simulation, context } = on()
  const reflexes = new Reflexes(context)
  reflexes.next()
  block(0, 0, 0, 'gravel')
  block(0, 1, 0, 'gravel')
  await simulation.advance(4)
  await digsOut(reflexes)
  expect(reflexes.next()).toBeUndefined()
})

it('the agent leaves falling gravel to the open side', async () => {
  const { at, block, body, fill, simulation, perform, player, stand } = on()
  fill([-4, 0, -2], [2, 3, 2], 'stone')
  fill([-4, 0, 0], [0, 1, 0], 'air')
  await stand(0, 0, 0)
  await perform(lookAround, null)
  fill([0, 2, 0], [0, 9, 0], 'gravel')
  block(0, 1, 0, 'gravel')
  block(0, 0, 0, 'gravel')
  await simulation.advance(4)
  const { result, ticks } = await perform(digOut, null)
  expect(result).toEqual(succeeded)
  expect(ticks).toBeLessThan(30)
  expect(body.position.x).toBeLessThan(at(0, 0, 0).x)
  await simulation.advance(40)
  expect(player.vitals.health).toBeGreaterThan(15)
})

it('the agent leaves gravel that touches only the side of its head', async () => {
  const { at, fill, game, simulation, context, player, kind } = on()
  const reflexes = new Reflexes(context)
  reflexes.next()
  game.movement.teleport(player, at(0, 0, 0).offset(0.5, 0, 0.1))
  await simulation.advance(4)
  fill([0, 0, -1], [0, 2, -1], 'gravel')
  await simulation.advance(4)
  await digsOut(reflexes)
  expect(kind(0, 1, -1)).toBe('gravel')
})

it('the agent feels gravel on its head that it did not see fall, and digs it away', async () => {
  const { fill, give, simulation, perform, player, stand } = on()
  fill([-2, -2, -2], [2, 14, 2], 'stone')
  fill([0, 0, 0], [0, 1, 0], 'air')
  await give({ stone_pickaxe: 1 })
  await stand(0, 0, 0)
  await perform(lookAround, null)
  fill([0, 1, 0], [0, 3, 0], 'gravel')
  await simulation.advance(8)
  expect((await perform(digOut, null)).result).toEqual(succeeded)
  expect(player.vitals.health).toBeGreaterThan(10)
})

it.each([0, 1])('the agent cuts a cobweb %i above its feet before it walks', async (height) => {
  const { at, block, body, context, fill, give, kind, simulation, stand } = on()
  fill([-2, 0, -2], [6, 3, 2], 'air')
  await stand(0, 0, 0)
  block(0, height, 0, 'cobweb')
  await give({ stone_sword: 1 })
  const start = body.clock.tick
  const { x, y, z } = at(4, 0, 0)
  const way = travel(body, new GoalBlock(x, y, z), context.signal)
  expect(await simulation.run(way)).toBe('arrived')
  expect(kind(0, height, 0)).toBe('air')
  expect(body.clock.tick - start).toBeLessThan(60)
})

it.each(['farmland', 'soul_sand'])('the agent on %s does not dig away the ground', async (kind) => {
  const { block, body, simulation, perform, stand, kind: at } = on()
  block(0, -1, 0, kind)
  block(0, 0, 0, 'air')
  block(0, 1, 0, 'air')
  await stand(0, 0, 0)
  await simulation.advance(10)
  expect(body.position.y % 1).toBeGreaterThan(0.5)
  expect((await perform(digOut, null)).result).toEqual(succeeded)
  expect(at(0, -1, 0)).toBe(kind)
})

it('the agent does not dig an ore by hand after its pickaxe broke in the block before', async () => {
  const { block, give, simulation, body, player, context, kind, at } = on()
  await give({ stone_pickaxe: 1 })
  const worn = player.inventory.slots.find((item) => item?.name === 'stone_pickaxe')
  if (!worn) throw new Error('no pickaxe')
  worn.durabilityUsed = 130
  block(1, 1, 0, 'stone')
  block(1, 0, 0, 'iron_ore')
  await simulation.advance(4)
  const begun = body.clock.tick
  const dug = await simulation.run(
    Promise.resolve()
      .then(() => digBlock(body, at(1, 1, 0), context.signal))
      .then(() => digBlock(body, at(1, 0, 0), context.signal)),
  )
  expect(dug).toBe(false)
  expect(kind(1, 0, 0)).toBe('iron_ore')
  expect(body.clock.tick - begun).toBeLessThan(60)
})
