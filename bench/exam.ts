/**
 * Runs mineflayer's own external tests, unmodified, against the practice world. They come from a clone of mineflayer, with its
 * packages installed, and expect a superflat server with an operator:
 *
 *     npx node bench/exam.ts --mineflayer PATH [--versions 1.16.5,1.21.4] [--tests crafting,furnace] [--verbose]
 *
 * Prints a line for each test, and at the end which pass in every version. Tests of what the practice world lacks run only
 * when `--tests` names them.
 */
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Bot, BotOptions } from 'mineflayer'
import { Vec3 } from 'vec3'
import { tableLines } from '#cli/table'
import { GAME_MODES } from '#world/core/game-mode'
import { PracticeWorld } from '#world/practice-world'

const { values } = parseArgs({
  options: {
    mineflayer: { type: 'string' },
    versions: { type: 'string', default: '1.12.2,1.16.5,1.20.6,1.21.4,1.21.11,26.1' },
    tests: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
})
if (!values.mineflayer) throw new Error('--mineflayer must be the folder of a clone of mineflayer')
const FOLDER = resolve(values.mineflayer)
const PLAYER = 'flatbot'
/** Limits of one test and of joining (ms). */
const TEST_MS = 90_000
const JOIN_MS = 20_000
/** A test that fails is repeated, as by mineflayer: its short time limits count in real time. */
const TRIES = 2

/** Tests of what the practice world lacks. */
const LACKING: Readonly<Record<string, string>> = {
  anvil: 'anvils and experience',
  bossBar: 'boss bars',
  commandBlock: 'command blocks',
  consume: '/effect',
  elytra: 'gliding with elytra',
  enchanting: 'enchanting tables',
  exampleBee: 'bees',
  experience: 'experience',
  nether: 'a Nether on flat terrain, and /setblock of portals',
  particles: '/particle',
  placeEntity: 'boats, armour stands and end crystals',
  scoreboard: 'scoreboards',
  sign: 'writing on signs',
  sound: '/playsound and note blocks',
  team: 'teams',
  title: '/title',
  trade: 'villagers',
}
/** Tests that mineflayer itself excludes or that take hours. */
const EXCLUDED = ['book', 'digEverything']
/** Tests that start processes run last, as in mineflayer. */
const LAST = ['exampleBlockFinder', 'exampleDigger', 'exampleInventory']

/** A bot with what mineflayer's tests add to it. */
type TestBot = Bot & {
  test: { port: number; resetState(): Promise<void> }
}
type TestFunction = (bot: TestBot, done: (error?: Error) => void) => unknown
type TestFile = (version: string) => TestFunction | Record<string, TestFunction | undefined>
/** The server's console, as minecraft-wrap offers it. */
interface Console {
  writeServer(line: string): void
}

const require = createRequire(join(FOLDER, 'package.json'))
const { createBot } = require('./index.js') as { createBot(options: BotOptions): TestBot }
const addTestHelpers = require('./test/externalTests/plugins/testCommon.js') as (
  bot: TestBot,
  console: Console,
) => void

// The tests start examples by relative paths, with the `node` of the path.
process.chdir(FOLDER)
process.env.PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)

const said = console.log.bind(console)
if (!values.verbose) {
  console.log = () => {}
  console.error = () => {}
  console.warn = () => {}
}

/** Carries out the few commands that the tests write to the console. */
function consoleOf({ game }: PracticeWorld): Console {
  return {
    writeServer(line) {
      const text = line.trim().replace(/^execute in \S+ run /, '')
      const player = [...game.players].find(({ name }) => name === PLAYER)
      const mode = GAME_MODES.find((name) => text === `gamemode ${name} ${PLAYER}`)
      if (player && mode) game.editor.setGameMode(player, mode)
      const [, ...place] = /^(?:tp|teleport) flatbot (\S+) (\S+) (\S+)$/.exec(text) ?? []
      // Whole numbers are the middle of a block.
      const middle = (text = '') => Number(text) + (text.includes('.') ? 0 : 0.5)
      const to = new Vec3(middle(place[0]), Number(place[1]), middle(place[2]))
      if (player && place.length === 3) game.editor.teleport(player, to)
    },
  }
}

async function joined(world: PracticeWorld, version: string): Promise<TestBot> {
  const bot = createBot({
    ...{ username: PLAYER, host: '127.0.0.1', port: world.port, version },
    viewDistance: 'tiny',
  })
  addTestHelpers(bot, consoleOf(world))
  bot.test.port = world.port
  bot.on('error', () => {})
  await within(once(bot, 'spawn'), JOIN_MS)
  return bot
}

/** @throws Error when the work takes too long. */
async function within(work: Promise<unknown>, ms: number): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no end within ${ms / 1000} s`)), ms)
  try {
    await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** The tests by name, for a version. */
function testsOf(version: string): [name: string, test: TestFunction][] {
  const chosen = values.tests?.split(',')
  return readdirSync(join(FOLDER, 'test/externalTests'))
    .filter((file) => file.endsWith('.js'))
    .map((file) => file.slice(0, -'.js'.length))
    .filter((file) => chosen?.includes(file) ?? !(file in LACKING || EXCLUDED.includes(file)))
    .sort((a, b) => Number(LAST.includes(a)) - Number(LAST.includes(b)))
    .flatMap((file) => {
      const tests = (require(`./test/externalTests/${file}.js`) as TestFile)(version)
      if (typeof tests === 'function') return [[file, tests] as [string, TestFunction]]
      return Object.entries(tests).flatMap(([name, test]) =>
        test ? [[`${file}: ${name}`, test] as [string, TestFunction]] : [],
      )
    })
}

/** Runs one test; returns null, or why it failed. */
async function run(bot: TestBot, name: string, test: TestFunction): Promise<string | null> {
  try {
    await within(bot.test.resetState(), TEST_MS)
    bot.chat(`### Starting ${name}`)
  } catch (error) {
    return `cannot start: ${String(error)}`
  }
  try {
    const called = new Promise<void>((resolve, reject) => {
      const done = (error?: Error) => (error ? reject(error) : resolve())
      const answer = Promise.resolve(test(bot, done))
      if (test.length < 2) answer.then(() => resolve(), reject)
      else answer.catch(reject)
    })
    await within(called, TEST_MS)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

process.on('unhandledRejection', () => {})
process.on('uncaughtException', (error) => said(`uncaught: ${String(error)}`))

const outcomes = new Map<string, Map<string, string | null>>()
const versions = values.versions.split(',')
for (const version of versions) {
  // mineflayer's own servers have no monsters and animals either: slimes push the player about.
  const world = await PracticeWorld.start({
    ...{ seed: 1, version, difficulty: 'peaceful', terrain: 'flat', operators: [PLAYER] },
  })
  let bot = await joined(world, version)
  for (const [name, test] of testsOf(version)) {
    if (!bot.entity || bot._client.ended) bot = await joined(world, version)
    let reason = await run(bot, name, test)
    for (let tries = 1; reason !== null; tries++) {
      bot.end()
      bot = await joined(world, version)
      if (tries === TRIES) break
      reason = await run(bot, name, test)
    }
    said(
      `${version} ${reason === null ? 'passes' : 'FAILS '} ${name}${reason ? `: ${reason}` : ''}`.slice(
        0,
        300,
      ),
    )
    const row = outcomes.get(name) ?? new Map<string, string | null>()
    outcomes.set(name, row.set(version, reason))
  }
  bot.end()
  await world.close()
}
const rows = [...outcomes].map(([name, row]) => [
  name,
  ...versions.map((version) =>
    row.has(version) ? (row.get(version) === null ? 'pass' : 'FAIL') : '-',
  ),
])
said(tableLines([['test', ...versions], ...rows]).join('\n'))
process.exit(0)
