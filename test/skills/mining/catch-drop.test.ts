import { expect, it } from 'vitest'
import { mine } from '#skills/mining/mine'
import { sharedStage } from '../../support/skills.ts'

const on = sharedStage('1.16.5', { perception: 'player' })

it('the agent catches the drop of an ore above lava', async () => {
  const { body, at, block, fill, give, perform, stand, simulation, carried } = on()
  await give({ stone_pickaxe: 2, cobblestone: 16 })
  // A ledge beside a pit of lava, and ore under the ceiling over the pit.
  fill([2, -4, -4], [8, -1, 4], 'air')
  fill([2, -4, -4], [8, -4, 4], 'lava')
  fill([-4, 3, -4], [8, 3, 4], 'stone')
  for (const x of [3, 4]) block(x, 2, 0, 'iron_ore')
  await stand(1, 0, 0)
  await simulation.run(body.controls.lookAt(at(4, -4, 0)))
  await simulation.advance(20)
  await simulation.run(body.controls.lookAt(at(3, 2, 0)))
  await simulation.advance(20)
  const { result } = await perform(mine, { item: 'iron_ore', count: 2 })
  expect(result).toEqual({ ok: true })
  expect(carried().iron_ore).toBe(2)
})
