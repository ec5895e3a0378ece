import { createPracticeWorld, type PracticeWorld } from 'mineflayer-delver/practice-world'
import { Vec3 } from 'vec3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { longIt } from '../support/versions.ts'

let world: PracticeWorld

beforeAll(async () => {
  world = await createPracticeWorld({ version: '1.20.4', seed: 7, difficulty: 'peaceful' })
})
afterAll(() => world.close())

it('my bot builds', async () => {
  const bot = await world.join('Ann')
  const feet = bot.entity.position.floored()
  await world.fill(feet.offset(1, -1, 0), feet.offset(3, -1, 0), 'stone')
  await world.fill(feet.offset(1, 0, 0), feet.offset(3, 1, 0), 'air')
  await world.give('Ann', 'cobblestone')
  await world.ticks(5)

  const ground = bot.blockAt(feet.offset(2, -1, 0))
  if (!ground) throw new Error('the block is not loaded')
  await bot.placeBlock(ground, new Vec3(0, 1, 0))

  expect(await world.block(feet.offset(2, 0, 0))).toBe('cobblestone')
  expect(await world.inventory('Ann')).toEqual({})
  bot.end()
})

longIt('my bot takes what another bot throws', async () => {
  const ann = await world.join('Ann')
  const ben = await world.join('Ben')
  await world.give('Ben', 'diamond', 3)
  await world.ticks(5)

  const [diamonds] = ben.inventory.items()
  if (!diamonds) throw new Error('Ben has no diamonds')
  await ben.tossStack(diamonds)
  await world.ticks(45)
  const { items } = await world.snapshot()
  for (const { position } of items) await world.teleport('Ann', position)
  await world.ticks(20)

  expect(await world.inventory('Ann')).toEqual({ diamond: 3 })
  ann.end()
  ben.end()
})
