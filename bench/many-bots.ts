/**
 * Lets several bare mineflayer bots live in one practice world, twice, and compares the two histories; prints the time, and the
 * memory along the way:
 *
 *     npx node --expose-gc bench/many-bots.ts [--bots 8] [--ticks 72000] [--seed 72201] [--version 1.16.5] [--runs 2]
 *
 * The bots walk, jump, dig, fight, die and respawn, as random numbers from the seed decide. An hour of game time is 72,000 ticks.
 */
import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { Bot } from 'mineflayer'
import seedrandom from 'seedrandom'
import { joinAs, practice } from '../test/support/practice.ts'

const { values } = parseArgs({
  options: {
    bots: { type: 'string', default: '8' },
    ticks: { type: 'string', default: '72000' },
    seed: { type: 'string', default: '72201' },
    version: { type: 'string', default: '1.16.5' },
    runs: { type: 'string', default: '2' },
  },
})
const [bots, ticks, seed, runs] = [values.bots, values.ticks, values.seed, values.runs].map(
  Number,
) as [number, number, number, number]
/** How often a bot chooses what to do, how often the history is sampled, and how often the memory (ticks). */
const CHOICE_TICKS = 40
const SAMPLE_TICKS = 100
const MEMORY_SAMPLES = 6

interface Life {
  readonly digest: string
  readonly deaths: number
  readonly changes: number
  readonly seconds: number
  readonly heapMb: readonly number[]
}

/** Chooses what a bot does next. */
function choose(bot: Bot, random: () => number): void {
  bot.clearControlStates()
  void bot.look(random() * 2 * Math.PI, (random() - 0.7) * 1.2, true)
  const choice = random()
  if (choice < 0.55) {
    bot.setControlState('forward', true)
    bot.setControlState('jump', true)
    return
  }
  const enemy = bot.nearestEntity(
    ({ type, position }) => type === 'hostile' && position.distanceTo(bot.entity.position) < 3,
  )
  if (enemy) bot.attack(enemy)
  const block = bot.blockAtCursor(4)
  if (!enemy && block && !bot.targetDigBlock && bot.canDigBlock(block))
    bot.dig(block, true).catch(() => {})
}

async function live(): Promise<Life> {
  const started = performance.now()
  const session = await practice({
    ...{ seed, version: values.version, terrain: 'normal', difficulty: 'normal', viewDistance: 4 },
  })
  const { simulation, world } = session
  const all = [session.bot]
  while (all.length < bots) all.push(await joinAs(session, `bot${all.length}`))
  const chance = all.map((_, i) => seedrandom(`bot ${i} ${seed}`))
  const history = createHash('sha256')
  let deaths = 0
  let changes = 0
  for (const bot of all) bot.on('death', () => void deaths++)
  world.game.level.on('change', (change) => {
    changes++
    history.update(JSON.stringify(change))
  })
  const heapMb: number[] = []
  for (let tick = 0; tick < ticks; tick++) {
    all.forEach((bot, i) => {
      if ((tick + i * 5) % CHOICE_TICKS === 0 && bot.entity) choose(bot, chance[i] as () => number)
    })
    await simulation.advance(1)
    if (tick % SAMPLE_TICKS === 0)
      for (const { name, position, vitals } of world.game.players)
        history.update(`${name} ${position} ${vitals.health} ${vitals.food}`)
    if ((tick + 1) % Math.floor(ticks / MEMORY_SAMPLES) === 0) {
      globalThis.gc?.()
      heapMb.push(Math.round(process.memoryUsage().heapUsed / 2 ** 20))
    }
  }
  for (const bot of all.slice(1)) bot.end()
  await session.close()
  const seconds = Math.round((performance.now() - started) / 1000)
  return { digest: history.digest('hex').slice(0, 16), deaths, changes, seconds, heapMb }
}

const lives: Life[] = []
for (let run = 0; run < runs; run++) {
  const life = await live()
  lives.push(life)
  const { digest, deaths, changes, seconds, heapMb } = life
  console.log(
    `seed ${seed}, ${bots} bots, ${ticks} ticks in ${seconds} s: history ${digest}, ${changes} block changes, ${deaths} deaths, heap ${heapMb.join(', ')} MB`,
  )
}
const isSame = new Set(lives.map(({ digest }) => digest)).size === 1
console.log(isSame ? 'the histories are the same' : 'THE HISTORIES DIFFER')
process.exit(isSame ? 0 : 1)
