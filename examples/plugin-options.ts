// Options: the agent knows all loaded chunks, and every decision is printed.
import mineflayer from 'mineflayer'
import { createDelver } from 'mineflayer-delver'
import { createPracticeWorld } from 'mineflayer-delver/practice-world'

const world = await createPracticeWorld({ seed: 4, difficulty: 'peaceful' })
const bot = mineflayer.createBot({ port: world.port, username: 'Ann', version: world.version })
bot.loadPlugin(createDelver({ perception: 'loaded' }))
bot.once('spawn', async () => {
  const onEvent = ({ type }: { type: string }) => console.log(type)
  console.log(await bot.delver.pursue('stick', { maxTicks: 2400, onEvent }))
  bot.end()
  await world.close()
})
