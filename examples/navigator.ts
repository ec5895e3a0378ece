// The navigator alone, with the goals and the names of mineflayer-pathfinder.
import mineflayer from 'mineflayer'
import { goals, navigator } from 'mineflayer-delver/navigator'
import { createPracticeWorld } from 'mineflayer-delver/practice-world'

const world = await createPracticeWorld({ seed: 6, difficulty: 'peaceful' })
const bot = mineflayer.createBot({ port: world.port, username: 'Ann', version: world.version })
bot.loadPlugin(navigator)
bot.once('spawn', async () => {
  const { x, z } = bot.entity.position
  await bot.navigator.goto(new goals.GoalNearXZ(x + 10, z, 3))
  console.log('arrived at', bot.entity.position.floored())
  bot.end()
  await world.close()
})
