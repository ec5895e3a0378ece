// A bot in a practice world fetches a log: no Minecraft server, no model key.
import { createAgent } from 'mineflayer-delver'
import { createPracticeWorld } from 'mineflayer-delver/practice-world'

const world = await createPracticeWorld({ seed: 1, difficulty: 'peaceful' })
const agent = await createAgent({ port: world.port })
const { obtained, reason, ticks } = await agent.pursue('log')
console.log(`${obtained ? 'obtained' : 'not obtained'} in ${ticks} ticks: ${reason}`)
console.log('the server says:', await world.inventory('Delver'))
await world.close()
