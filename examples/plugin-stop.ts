// A job ends when its signal fires, and the bot stands still.
import mineflayer from 'mineflayer'
import { delver } from 'mineflayer-delver'
import { createPracticeWorld } from 'mineflayer-delver/practice-world'

const world = await createPracticeWorld({ seed: 5, difficulty: 'peaceful' })
const bot = mineflayer.createBot({ port: world.port, username: 'Ann', version: world.version })
bot.loadPlugin(delver)
bot.once('spawn', async () => {
  const signal = AbortSignal.timeout(3000)
  const { reason } = await bot.delver.pursue('obtain_diamond', { signal })
  console.log(reason, bot.getControlState('forward'))
  bot.end()
  await world.close()
})
