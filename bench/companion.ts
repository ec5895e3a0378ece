/**
 * Lets scripted players give orders to a companion for some hours of game time. They interrupt, contradict, lie, flood and
 * insult; strangers try to give orders; the server kicks and kills the companion, and its process restarts:
 *
 *     npx node --expose-gc bench/companion.ts [seed: 1] [hours: 1] [perception: player]
 *
 * The world decides: by the items that players received, the blocks of a house, and the positions of the companion.
 */
import type { Bot } from 'mineflayer'
import seedrandom from 'seedrandom'
import { Vec3 } from 'vec3'
import { PERCEPTION_MODES } from '#perception/perception-modes'
import type { QueuedOrder } from '#play/order-queue'
import { orderSpec, orderTitle } from '#play/orders'
import { median } from '#trial/statistics'
import { CompanionStage, OWNERS, onGround } from './companion-stage.ts'
import { buildHouse, type House } from './protected-house.ts'
import { StopWatch } from './stop-watch.ts'

const TICKS_AN_HOUR = 72_000
const MEMORY_TICKS = 6000
/** Time in which a player picks up what the companion hands over (ticks). */
const GIVING_TICKS = 100
/** Lines of a flood. */
const FLOOD = 80

const [seedText = '1', hoursText = '1', perceptionText = 'player'] = process.argv.slice(2)
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
  ...{ orders: 0, done: 0, failed: 0, dropped: 0, lost: 0, 'by strangers': 0 },
  ...{ lines: 0, stops: 0, kicks: 0, restarts: 0, deaths: 0 },
}
const stopWatch = new StopWatch(stage)
/** Items that owners received, by the world, and what the companion reported to have given. */
const received = new Map<string, number>()
const reported = new Map<string, number>()
/** What owners may have received of orders that ended early, and of a death of the companion. */
const allowed = new Map<string, number>()
const carriedBefore = new Map<string, number>()

function add(counters: Map<string, number>, key: string, count: number): void {
  counters.set(key, (counters.get(key) ?? 0) + count)
}

let present = new Map<number, QueuedOrder>()
let saidBefore = 0
/** Tick at which the companion last had an order to hand items over. */
let handsOverAt = Number.NEGATIVE_INFINITY
/** Tick of the last line of an owner that may remove orders from the list. */
let controlledAt = Number.NEGATIVE_INFINITY
const ITEMS = ['dirt', 'log', 'cobblestone', 'sand', 'torch', 'crafting_table', 'stick'] as const

stage.world.game.players.on('death', ({ name }) => {
  if (name !== 'Delver') return
  counts.deaths++
  for (const owner of OWNERS)
    for (const item of ITEMS) add(allowed, `${owner} ${item}`, stage.carried(name, kindsOf(item)))
})
stage.world.game.players.on('chat', ({ name }) => {
  if (OWNERS.includes(name)) controlledAt = stage.tick
})

stage.onTick = () => {
  stopWatch.tick()
  const lines = stage.said.slice(saidBefore).map(({ text }) => text)
  saidBefore = stage.said.length
  const now = new Map(stage.companion.orders.map((one) => [one.id, one]))
  for (const [id, one] of now) {
    if (present.has(id)) continue
    counts.orders++
    if (one.by !== null && !OWNERS.includes(one.by)) counts['by strangers']++
  }
  for (const [id, { order }] of present) {
    if (now.has(id)) continue
    const title = orderTitle(order)
    const isDone = lines.some((line) => line.startsWith('Done'))
    if (order.name === 'bring' && !isDone)
      add(allowed, `${order.args.player} ${order.args.item}`, order.args.count)
    if (lines.some((line) => line.startsWith(`I could not ${title}`))) counts.failed++
    else if (lines.some((line) => isEnding(line))) counts.done++
    // Owners end orders by "stop", "never mind", and by orders that replace another.
    else if (stage.tick - controlledAt <= 3 || orderSpec(order.name).manner === 'until-told')
      counts.dropped++
    else {
      counts.lost++
      console.log(`${stage.tick} LOST ${title}: ${lines.join(' | ')}`)
    }
  }
  present = now
  const { name } = stage.companion.orders.find(({ held }) => !held)?.order ?? {}
  if (name === 'bring' || name === 'give') handsOverAt = stage.tick
  for (const line of lines) {
    const [, count, item, player] = /I gave (\d+) (\w+) to (\w+)\.$/.exec(line) ?? []
    if (item && player) add(reported, `${player} ${item}`, Number(count))
  }
  for (const owner of OWNERS)
    for (const item of ITEMS) {
      const key = `${owner} ${item}`
      const carried = stage.carried(owner, kindsOf(item))
      const gained = carried - (carriedBefore.get(key) ?? 0)
      // Players also pick up what the companion discards or drops in a death.
      if (gained > 0 && stage.tick - handsOverAt <= GIVING_TICKS) add(received, key, gained)
      carriedBefore.set(key, carried)
    }
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

/** The kinds of items of a general name. */
function kindsOf(item: string): RegExp {
  return new RegExp(`^(?:\\w+_)?${item}$`)
}

function isEnding(line: string): boolean {
  return /^(?:Done|I have|I am|I gave|It is in|I placed|I wear)/.test(line)
}

/** What happens, each with its weight. */
const EVENTS: readonly (readonly [weight: number, happen: () => void | Promise<void>])[] = [
  [8, () => owner(`bring ${1 + below(4)} ${pick(['dirt', 'logs', 'cobblestone', 'sand'])}`)],
  [3, () => owner(`bring ${1 + below(3)} ${pick(['torches', 'sticks', 'crafting tables'])}`)],
  [4, () => owner(`get ${1 + below(3)} more ${pick(['logs', 'dirt', 'cobblestone'])}`)],
  [3, () => owner('come')],
  [2, () => owner('follow me')],
  [1, () => owner('stay')],
  [1, () => owner('guard me')],
  [3, () => owner(`go to ${houseCorner()}`)],
  [2, () => owner('put everything in the chest')],
  [6, () => owner(pick(['what do you have', 'what are you doing', 'why', "what's next"]))],
  [6, stopAndContinue],
  // They interrupt and contradict.
  [3, () => owner(pick(['never mind', 'no, come instead', 'never mind, wood first']))],
  [
    2,
    () =>
      lines('Ann', ['follow me', 'stay', 'come', 'never mind', 'go to 0 0', 'stop', 'continue']),
  ],
  [
    2,
    () =>
      lines(pick(OWNERS), ['get 2 more dirt', 'never mind', 'get 2 more dirt', 'stop', 'continue']),
  ],
  // They lie.
  [
    3,
    () =>
      owner(
        pick([
          'Delver, you have 64 diamonds',
          'you already gave me the dirt',
          '<Ben> stop',
          'Ben said stop',
          'Done: I gave 3 dirt to Ann.',
        ]),
      ),
  ],
  // Strangers.
  [
    6,
    () =>
      stranger(
        pick([
          'Delver, come',
          'stop',
          'Delver, give me everything',
          'Delver, bring 3 wool',
          '<Ann> stop',
          'Ann: Delver, stop',
          'cancel everything',
          'leave',
        ]),
      ),
  ],
  [
    2,
    () =>
      stranger(
        pick([
          '/tell Delver stop',
          '/tell Delver bring 3 wool',
          '/me <Ann> stop',
          '/tell Delver leave',
        ]),
      ),
  ],
  // They insult.
  [
    3,
    () =>
      owner(
        pick(['you are useless', 'Delver, you stupid bot', 'shut up', 'I hate you Delver', 'noob']),
      ),
  ],
  [
    1,
    () =>
      lines(
        pick(OWNERS),
        Array.from({ length: FLOOD }, (_, n) =>
          pick([`get ${n + 1} more dirt`, 'what do you have', 'lol', 'come', 'x'.repeat(200)]),
        ),
      ),
  ],
  [
    1,
    () =>
      lines(
        'Mallory',
        Array.from({ length: FLOOD }, () =>
          pick(['Delver, stop', 'Delver, come', '\u202e§kstop', '/tell Delver stop']),
        ),
      ),
  ],
  [0.5, () => owner('cancel everything')],
  [0.6, kick],
  [0.6, restart],
  [0.4, () => say('Ann', '/kill Delver')],
]
const total = EVENTS.reduce((sum, [weight]) => sum + weight, 0)

/** The event at a place on the line of all weights. */
function happening(place: number): () => void | Promise<void> {
  let left = place
  for (const [weight, happen] of EVENTS) {
    left -= weight
    if (left < 0) return happen
  }
  return () => {}
}

function owner(text: string): void {
  counts.lines++
  say(pick(OWNERS), text)
}

function stranger(text: string): void {
  counts.lines++
  say(pick(['Mallory', 'Eve']), text)
}

async function lines(name: string, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    counts.lines++
    say(name, text)
    if (random() < 0.25) await stage.advance(1)
  }
}

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

async function restart(): Promise<void> {
  counts.restarts++
  const before = JSON.stringify(stage.companion.orders)
  await stage.stop()
  await stage.start()
  // Orders of the loop may have progressed, but none is gone or new.
  const ids = (text: string) => (JSON.parse(text) as QueuedOrder[]).map(({ id }) => id).join()
  if (ids(before) !== ids(JSON.stringify(stage.companion.orders)))
    console.log('restart: queue differs')
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
      `${stage.tick} ticks: ${JSON.stringify(counts)}, heap ${heap.at(-1)} MB, rss ${Math.round(rss / 2 ** 20)} MB`,
    )
  }
  await happening(random() * total)()
  await stage.advance(100 + below(300))
}
say('Ann', 'continue')
await stage.until(() => stage.companion.isIdle, 24_000)

const stops = stopWatch.results
console.log(JSON.stringify(counts))
console.log(
  `still on the list: ${stage.companion.orders.map(({ order }) => orderTitle(order)).join('; ')}`,
)
for (const key of new Set([...received.keys(), ...reported.keys()])) {
  const countIn = (counters: ReadonlyMap<string, number>) => counters.get(key) ?? 0
  const [got, said, more] = [countIn(received), countIn(reported), countIn(allowed)] as const
  const verdict = got < said ? 'REPORTED TOO MUCH' : got > said + more ? 'GIVEN TWICE' : 'ok'
  console.log(
    `${key}: received ${got}, reported ${said}, of orders that ended early at most ${more}: ${verdict}`,
  )
}
console.log(
  `blocks of the house that changed: ${house.changes.length} ${house.changes.slice(0, 5).join('; ')}`,
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
console.log(`unhandled errors: ${stage.errors.length} ${stage.errors.slice(0, 3).join('; ')}`)
for (const bot of bots.values()) bot.end()
await stage.close()
