// Two bots in one process, each with its own agent.
import mineflayer from 'mineflayer'
import { delver } from 'mineflayer-delver'
import { createPracticeWorld } from 'mineflayer-delver/practice-world'

const world = await createPracticeWorld({ seed: 7, difficulty: 'peaceful' })
const play = async (username: string) => {
  const bot = mineflayer.createBot({ port: world.port, username, version: world.version })
  bot.loadPlugin(delver)
  await new Promise<void>((resolve) => bot.once('spawn', resolve))
  const { obtained } = await bot.delver.pursue('log')
  bot.end()
  return `${username}: ${obtained}`
}
console.log(await Promise.all(['Ann', 'Bob'].map(play)))
await world.close()
