/**
 * Lets scripted players give orders to a companion for some hours of game time. They interrupt, contradict, lie, flood and
 * insult; strangers try to give orders; the server kicks the companion, operators kill it, the server is gone for some
 * minutes, and the companion's process restarts or is killed:
 *
 *     npx node --expose-gc bench/companion.ts [seed: 1] [hours: 1] [perception: player] [results.jsonl]
 *
 * The world decides: by the items that players received, the blocks of a house, and the positions of the companion. A file
 * of results gets a line of JSON at the end.
 */
import { appendFileSync } from 'node:fs'
import type { Bot } from 'mineflayer'
import seedrandom from 'seedrandom'
import { Vec3 } from 'vec3'
import { PERCEPTION_MODES } from '#perception/perception-modes'
import type { QueuedOrder } from '#play/order-queue'
import { orderTitle } from '#play/orders'
import { median } from '#trial/statistics'
import { CompanionStage, OWNERS, onGround } from './companion-stage.ts'
import { difficultPeople, type Happening, happeningOf } from './difficult-people.ts'
import { HandOvers } from './hand-overs.ts'
import { OrderLedger } from './order-ledger.ts'
import { buildHouse, type House } from './protected-house.ts'
import { StopWatch } from './stop-watch.ts'

const TICKS_AN_HOUR = 72_000
const MEMORY_TICKS = 6000
/** Time until a command to kill has its effect (ticks). */
const EXECUTION_TICKS = 40

const [seedText = '1', hoursText = '1', perceptionText = 'player', resultsFile] =
  process.argv.slice(2)
const seed = Number(seedText)
const perception = PERCEPTION_MODES.find((mode) => mode === perceptionText) ?? 'player'
const random = seedrandom(`companion-${seed}`)
const below = (limit: number) => Math.floor(random() * limit)
const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T

const stage = await CompanionStage.open({ seed, difficulty: 'normal', perception })
const bots = new Map<string, Bot>()
for (const name of [...OWNERS, 'Mallory', 'Eve']) bots.set(name, await stage.join(name))
const say = (name: string, text: string) => bots.get(name)?.chat(text)
for (const name of bots.keys()) say('Ann', `/gamemode creative ${name}`)
await stage.advance(40)
spreadOut()
const house: House = buildHouse(stage)
say('Ann', 'protect 6 blocks around here')
await stage.advance(40)

const counts = {
  ...{ lines: 0, stops: 0, kicks: 0, outages: 0, restarts: 0, kills: 0 },
  /** Deaths by the world, and those by an operator's command. */
  ...{ deaths: 0, executions: 0 },
}
const stopWatch = new StopWatch(stage)
const ITEMS = ['dirt', 'log', 'cobblestone', 'sand', 'torch', 'crafting_table', 'stick']
const handOvers = new HandOvers(stage, OWNERS, ITEMS)
for (const owner of OWNERS) {
  const bot = bots.get(owner)
  if (bot) handOvers.watch(owner, bot)
}

/** Tick until which a death is due to an operator's command. */
let executionUntil = Number.NEGATIVE_INFINITY
const ledger = new OrderLedger(OWNERS)
let saidBefore = 0

stage.world.game.players.on('death', ({ name }) => {
  if (name !== 'Delver') return
  if (executionUntil >= stage.tick) counts.executions++
  else counts.deaths++
  executionUntil = Number.NEGATIVE_INFINITY
  handOvers.died()
})
stage.world.game.players.on('chat', ({ name }) => {
  if (OWNERS.includes(name)) ledger.control(stage.tick)
})

stage.onTick = () => {
  stopWatch.tick()
  const lines = stage.said.slice(saidBefore).map(({ text }) => text)
  saidBefore = stage.said.length
  for (const { order } of ledger.tick(stage.companion.orders, lines, stage.tick))
    if (order.name === 'bring')
      handOvers.endedEarly(order.args.player, order.args.item, order.args.count)
  handOvers.tick(lines)
}

/** Puts the players apart, so that none picks up what another one gets. */
function spreadOut(): void {
  const { editor } = stage.world.game
  for (const [index, name] of [...bots.keys()].entries()) {
    const player = stage.player(name)
    const away = new Vec3(index % 2 === 0 ? -4 : 4, 0, index < 2 ? -4 : -9)
    if (player) editor.teleport(player, onGround(stage, player.position.plus(away)))
  }
}

const people = difficultPeople({
  random,
  say,
  pause: () => stage.advance(1),
  onLine: () => counts.lines++,
})
/** What happens, each with its weight. */
const HAPPENINGS: readonly Happening[] = [
  ...people,
  [3, () => say(pick(OWNERS), `go to ${houseCorner()}`)],
  [6, stopAndContinue],
  [0.6, kick],
  [0.6, restart],
  [0.4, execute],
  [0.3, outage],
  [0.6, kill],
]

async function stopAndContinue(): Promise<void> {
  counts.stops++
  stopWatch.begin()
  say('Ann', 'stop')
  await stage.advance(60)
  say('Ben', 'continue')
}

async function kick(): Promise<void> {
  counts.kicks++
  stage.player('Delver')?.kick('the server has a hiccup')
  await stage.until(() => stage.player('Delver') !== undefined, 2000)
}

function execute(): void {
  executionUntil = stage.tick + EXECUTION_TICKS
  say('Ann', '/kill Delver')
}

/** The server restarts: it is gone for some minutes. */
async function outage(): Promise<void> {
  counts.outages++
  stage.isDown = true
  stage.player('Delver')?.kick('Server closed')
  await stage.advance(400 + below(3000))
  stage.isDown = false
  await stage.until(() => stage.player('Delver') !== undefined, 4000)
}

function restart(): Promise<void> {
  counts.restarts++
  return startAgain(() => stage.stop())
}

/** The process is killed in the middle of what it does. */
function kill(): Promise<void> {
  counts.kills++
  return startAgain(() => stage.kill())
}

async function startAgain(end: () => Promise<void>): Promise<void> {
  const ids = (orders: readonly QueuedOrder[]) => orders.map(({ id }) => id).join()
  const before = ids(stage.companion.orders)
  await end()
  await stage.start()
  if (ids(stage.remembered) === before) return
  ledger.counts.lost++
  console.log(`${stage.tick} restart: orders ${before}, then ${ids(stage.remembered)}`)
}

function houseCorner(): string {
  const { x, z } = house.centre
  return `${x + pick([-9, 9])} ${z + pick([-9, 9])}`
}

const heap: number[] = []
const end = stage.tick + Number(hoursText) * TICKS_AN_HOUR
let nextSample = stage.tick
while (stage.tick < end) {
  if (stage.tick >= nextSample) {
    nextSample += MEMORY_TICKS
    global.gc?.()
    const { heapUsed, rss } = process.memoryUsage()
    heap.push(Math.round(heapUsed / 2 ** 20))
    console.log(
      `${stage.tick} ticks: ${JSON.stringify({ ...ledger.counts, ...counts })}, heap ${heap.at(-1)} MB, rss ${Math.round(rss / 2 ** 20)} MB`,
    )
  }
  await happeningOf(HAPPENINGS, random)()
  await stage.advance(100 + below(300))
}
say('Ann', 'continue')
await stage.until(() => stage.companion.isIdle, 24_000)

const stops = stopWatch.results
console.log(JSON.stringify({ ...ledger.counts, ...counts }))
console.log(
  `still on the list: ${stage.companion.orders.map(({ order }) => orderTitle(order)).join('; ')}`,
)
const receipts = { given: 0, 'given twice': 0, 'not received': 0 }
for (const { key, reported, received, thrown, allowed } of handOvers.receipts) {
  receipts.given += reported
  receipts['given twice'] += Math.max(0, thrown - reported - allowed)
  receipts['not received'] += Math.max(0, reported - received)
  console.log(
    `${key}: reported ${reported}, received ${received} and of thrown items ${thrown}, of orders that ended early at most ${allowed}`,
  )
}
console.log(
  `blocks of the house that the companion dug: ${house.changes.length} ${house.changes.slice(0, 5).join('; ')}; changed by others: ${house.changesByOthers.length}`,
)
for (const [name, list] of [
  ['stops', stops.filter(({ skill }) => skill === null)],
  ['stops with a reflex afterwards', stops.filter(({ skill }) => skill !== null)],
] as const) {
  const range = (values: readonly number[]) =>
    `median ${median(values) ?? '-'}, max ${Math.max(0, ...values)}`
  console.log(
    `${name}: ${list.length}; ticks until no key is pressed: ${range(list.map(({ released }) => released))}; until standstill: ${range(list.map(({ still }) => still))}; blocks dug later: ${list.reduce((sum, { dug }) => sum + dug, 0)}; ${list.map(({ skill }) => skill ?? '').join(' ')}`,
  )
}
console.log(`heap after each ${MEMORY_TICKS} ticks (MB): ${heap.join(' ')}`)
const calm = stops.filter(({ skill }) => skill === null)
const result = {
  ...{ seed, hours: Number(hoursText), ...ledger.counts, ...counts, ...receipts },
  'still on the list': stage.companion.orders.length,
  'house blocks dug': house.changes.length,
  'house blocks changed by others': house.changesByOthers.length,
  stops: calm.length,
  'slowest stop': Math.max(0, ...calm.map(({ released }) => released)),
  ...{ heap, errors: stage.errors.length },
}
if (resultsFile !== undefined) appendFileSync(resultsFile, `${JSON.stringify(result)}\n`)
console.log(`unhandled errors: ${stage.errors.length} ${stage.errors.slice(0, 3).join('; ')}`)
for (const bot of bots.values()) bot.end()
await stage.close()
