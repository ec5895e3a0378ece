/**
 * The people of `bench/companion.ts` on a server that is not the practice world, in real time. The server must be in offline
 * mode:
 *
 *     npx node --expose-gc bench/companion-elsewhere.ts PORT [minutes: 60] [host: 127.0.0.1] [seed: 1]
 *
 * The other players' clients decide what they received. Four times an hour the companion's process restarts.
 */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Bot, createBot } from 'mineflayer'
import seedrandom from 'seedrandom'
import { GameClock } from '#clock/game-clock'
import { Companion, companionSettings } from '#play/companion'
import { Memory } from '#play/memory'
import { orderTitle } from '#play/orders'
import { openExistingHost } from '#trial/existing-host'
import { UncaughtErrors } from '#trial/uncaught-errors'
import { OWNERS } from './companion-stage.ts'
import { difficultPeople, happeningOf } from './difficult-people.ts'
import { OrderLedger } from './order-ledger.ts'

const TICK_MS = 50
/** Time between two happenings (ms), and in which a player picks up what the companion hands over. */
const MIN_PAUSE_MS = 5000
const MORE_PAUSE_MS = 15_000
const GIVING_MS = 5000
const RESTART_MS = 15 * 60_000
const REPORT_MS = 5 * 60_000
/** Time from a line of an owner until it has removed orders from the list: the machine may be busy (ticks). */
const CONTROL_TICKS = 60

const [portText, minutesText = '60', host = '127.0.0.1', seedText = '1'] = process.argv.slice(2)
if (portText === undefined) throw new Error('name the port of a server')
const random = seedrandom(`elsewhere-${seedText}`)
const port = Number(portText)
const server = await openExistingHost({
  ...{ host, port, username: 'Delver', version: null, auth: 'offline' },
})
const memory = await Memory.open(':memory:', { notice: (text) => console.error(text) })
const over = new AbortController()
const uncaught = new UncaughtErrors(over.signal)
const errors: string[] = []
uncaught.unhandled.catch((error: unknown) => errors.push(String(error)))

const counts = { lines: 0, stops: 0, restarts: 0, deaths: 0, disconnects: 0, 'not received': 0 }
const ledger = new OrderLedger(OWNERS, CONTROL_TICKS)
const said: string[] = []
let slowestStop = 0
let stoppedAt: number | null = null

const { version } = server.connection
const bots = new Map<string, Bot>()
for (const username of [...OWNERS, 'Mallory', 'Eve']) {
  const bot = createBot({ host, port, version, username, auth: 'offline' })
  bot.on('error', (error) => console.log(`${username}: ${error.message}`))
  bot.on('end', (reason) => console.log(`${username} is out: ${reason}`))
  await once(bot, 'spawn')
  bots.set(username, bot)
}
const now = () => Math.round(performance.now() / TICK_MS)
const say = (name: string, text: string) => {
  if (OWNERS.includes(name)) ledger.control(now())
  bots.get(name)?.chat(text)
}

let companion = await join()

async function join(): Promise<Companion> {
  const made = new Companion({
    connection: server.connection,
    settings: companionSettings({ perception: 'player' }),
    clock: new GameClock(),
    memory,
    onUncaught: uncaught.onError,
    obeys: (player) => OWNERS.includes(player),
    readsLines: true,
    onSaid: (text) => said.push(text),
    onHeard(player, text) {
      if (OWNERS.includes(player)) ledger.control(now())
      if (text === 'stop') stoppedAt = now()
    },
    onEvent({ type }) {
      if (type === 'death') counts.deaths++
      if (type === 'disconnect') counts.disconnects++
    },
  })
  await made.joined
  return made
}

let read = 0
const reported = new Map<string, number>()
const received = new Map<string, number>()
const before = new Map<string, number>()
let handsOverAt = Number.NEGATIVE_INFINITY
const add = (counters: Map<string, number>, key: string, count: number) =>
  counters.set(key, (counters.get(key) ?? 0) + count)

const ticker = setInterval(() => {
  const lines = said.slice(read)
  read = said.length
  ledger.tick(companion.orders, lines, now())
  if (stoppedAt !== null && lines.some((line) => line.startsWith('I stand still'))) {
    counts.stops++
    slowestStop = Math.max(slowestStop, now() - stoppedAt)
    stoppedAt = null
  }
  const { name } = companion.orders.find(({ held }) => !held)?.order ?? {}
  if (name === 'bring' || name === 'give') handsOverAt = performance.now()
  for (const line of lines) {
    const [, count, player] = /I gave (\d+) [\w ]+ to (\w+)\.$/.exec(line) ?? []
    if (player) add(reported, player, Number(count))
  }
  for (const owner of OWNERS) {
    const carried = bots.get(owner)?.inventory.items() ?? []
    const total = carried.reduce((sum, { count }) => sum + count, 0)
    const gained = total - (before.get(owner) ?? 0)
    if (gained > 0 && performance.now() - handsOverAt <= GIVING_MS) add(received, owner, gained)
    before.set(owner, total)
  }
}, TICK_MS)

const people = difficultPeople({
  ...{ random, say, onLine: () => counts.lines++ },
  pause: () => sleep(TICK_MS),
})
const happenings = [
  ...people,
  [6, () => say('Ann', 'stop')] as const,
  [6, () => say('Ben', 'continue')] as const,
]
const end = performance.now() + Number(minutesText) * 60_000
let nextRestart = performance.now() + RESTART_MS
let nextReport = performance.now()
while (performance.now() < end) {
  if (performance.now() >= nextReport) {
    nextReport += REPORT_MS
    global.gc?.()
    const heap = Math.round(process.memoryUsage().heapUsed / 2 ** 20)
    console.log(
      `${Math.round((end - performance.now()) / 60_000)} minutes left: ${text()}, heap ${heap} MB`,
    )
  }
  if (performance.now() >= nextRestart) {
    nextRestart += RESTART_MS
    counts.restarts++
    const ids = () => companion.orders.map(({ id }) => id).join()
    const kept = ids()
    await companion.leave()
    companion = await join()
    if (ids() !== kept) ledger.counts.lost++
  }
  await happeningOf(happenings, random)()
  await sleep(MIN_PAUSE_MS + random() * MORE_PAUSE_MS)
}
clearInterval(ticker)
for (const owner of OWNERS)
  counts['not received'] += Math.max(0, (reported.get(owner) ?? 0) - (received.get(owner) ?? 0))
console.log(`${server.connection.version}: ${text()}`)
console.log(`from "stop" to its answer, in real time: at most ${slowestStop} ticks`)
console.log(
  `still on the list: ${companion.orders.map(({ order }) => orderTitle(order)).join('; ')}`,
)
console.log(`reported ${JSON.stringify([...reported])}, received ${JSON.stringify([...received])}`)
console.log(`unhandled errors: ${errors.length} ${errors.slice(0, 3).join('; ')}`)
await companion.leave()
over.abort()
for (const bot of bots.values()) bot.end()
process.exit()

function text(): string {
  return JSON.stringify({ ...ledger.counts, ...counts })
}
