// A world for tests: it changes as a test wants, and a plain mineflayer bot sees it.
import { createPracticeWorld } from 'mineflayer-delver/practice-world'

const world = await createPracticeWorld({ seed: 2, terrain: 'flat', difficulty: 'peaceful' })
const bot = await world.join('Ann')
const place = bot.entity.position.floored().offset(2, 0, 0)
await world.setBlock(place, 'diamond_ore')
await world.give('Ann', 'iron_pickaxe')
await world.ticks(5)
console.log(bot.blockAt(place)?.name, bot.inventory.items().at(0)?.name)
bot.end()
await world.close()
