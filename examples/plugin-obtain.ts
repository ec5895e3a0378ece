// A mineflayer bot obtains an item: Delver plans, acts and checks the server's inventory.
import mineflayer from 'mineflayer'
import { delver } from 'mineflayer-delver'
import { createPracticeWorld } from 'mineflayer-delver/practice-world'

const world = await createPracticeWorld({ seed: 1, difficulty: 'peaceful' })
const bot = mineflayer.createBot({ port: world.port, username: 'Ann', version: world.version })
bot.loadPlugin(delver)
bot.once('spawn', async () => {
  console.log(await bot.delver.pursue('crafting_table'))
  bot.end()
  await world.close()
})
