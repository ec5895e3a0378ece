import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createPracticeWorld, type PracticeWorld } from 'mineflayer-delver/practice-world'

let world: PracticeWorld

before(async () => {
  world = await createPracticeWorld({ version: '26.1', seed: 7 })
})
after(() => world.close())

test('my bot knows what it carries', async () => {
  const bot = await world.join('Ann')
  await world.give('Ann', 'bread', 2)
  await world.ticks(5)
  assert.equal(bot.inventory.items()[0]?.name, 'bread')
  assert.deepEqual(await world.inventory('Ann'), { bread: 2 })
  bot.end()
})
