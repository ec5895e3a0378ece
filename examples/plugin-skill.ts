// A mineflayer bot uses one skill: it mines logs, and reports what the server confirmed.
import mineflayer from 'mineflayer'
import { delver } from 'mineflayer-delver'
import { createPracticeWorld } from 'mineflayer-delver/practice-world'

const world = await createPracticeWorld({ seed: 4, difficulty: 'peaceful' })
const bot = mineflayer.createBot({ port: world.port, username: 'Ann', version: world.version })
bot.loadPlugin(delver)
bot.once('spawn', async () => {
  const { ok, changes, failure } = await bot.delver.skills.mine({ log: 2 })
  console.log(ok ? changes : failure)
  bot.end()
  await world.close()
})
