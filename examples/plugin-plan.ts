// A plan from the bot's inventory, without acting.
import mineflayer from 'mineflayer'
import { delver } from 'mineflayer-delver'
import { createPracticeWorld } from 'mineflayer-delver/practice-world'

const world = await createPracticeWorld({ seed: 3, difficulty: 'peaceful' })
const bot = mineflayer.createBot({ port: world.port, username: 'Ann', version: world.version })
bot.loadPlugin(delver)
bot.once('spawn', async () => {
  console.log(bot.delver.plan('iron_pickaxe').text)
  bot.end()
  await world.close()
})
