import { once } from 'node:events'
import { Command, InvalidArgumentError, Option } from 'commander'
import { serverText } from '#body/server-text'
import { MIN_SPEED } from '#clock/pace'
import { DAY_TICKS } from '#knowledge/daylight'
import { DIFFICULTIES, type Difficulty } from '#knowledge/difficulty'
import { NoServer, UsageError } from '#trial/errors'
import { DEFAULT_VERSION } from '#trial/trial-start'
import { plainText } from '#wire/plain-text'
import type { FaultName } from '#world/faults/faults'
import type { PracticeWorld } from '#world/practice-world'
import { isServed, notServed } from '#world/served-versions'
import { TERRAIN_NAMES, type TerrainKind } from '#world/terrain/terrain-names'
import { TIMES_OF_DAY } from '#world/world-time'
import { FAULTS_HELP, faultNames } from './fault-names.ts'
import { stopSignal } from './stop-signal.ts'
import { DEFAULT_PORT, LOOPBACK, minecraftVersion, port } from './trial-options.ts'
import { wholeNumber } from './whole-number.ts'

const NAME = /^\w{1,16}$/
/** Above it, the timers of Node.js are too coarse. */
const MAX_SPEED = 20
/** Limit on a line about a player (characters). */
const MAX_LINE = 300

interface WorldOptions {
  port: number
  host: string
  mcVersion: string
  seed: number
  terrain: TerrainKind
  difficulty: Difficulty
  time: number
  speed: number
  operators: readonly string[]
  faults: readonly FaultName[]
}

/** `delver world`: serves the practice world in real time to any client. */
export function worldCommand(): Command {
  return new Command('world')
    .description('Serve the practice world to any Minecraft client until Ctrl-C.')
    .option('--port <number>', 'port to listen on', port, DEFAULT_PORT)
    .option(
      '--host <address>',
      'address to listen on; the server checks no accounts, so keep it local',
      LOOPBACK,
    )
    .option('--mc-version <version>', 'Minecraft version', minecraftVersion, DEFAULT_VERSION)
    .option('--seed <number>', 'seed of the world', wholeNumber, 1)
    .addOption(
      new Option('--terrain <kind>', 'terrain of the world')
        .choices(TERRAIN_NAMES)
        .default('normal'),
    )
    .addOption(
      new Option('--difficulty <level>', 'difficulty of the world')
        .choices(DIFFICULTIES)
        .default('normal'),
    )
    .option(
      '--time <ticks>',
      'time of day at the start, in ticks since sunrise or by name',
      time,
      0,
    )
    .option(
      '--speed <factor>',
      'ticks of the world in a tick of real time; clients from 1.20.3 on follow',
      speed,
      1,
    )
    .option('--operators <names>', 'players who may use commands such as /give', names, [])
    .option('--faults <names>', FAULTS_HELP, faultNames, [])
    .action(async (options: WorldOptions) => {
      const { port, host, mcVersion, seed, difficulty } = options
      if (!isServed(mcVersion)) throw new UsageError(notServed(mcVersion))
      const stop = stopSignal()
      const { PracticeWorld } = await import('#world/practice-world')
      const { terrain, time, speed, operators, faults } = options
      const world = await PracticeWorld.start({
        ...{ seed, version: mcVersion, terrain, difficulty, host, port },
        ...{ time, speed, operators, faults },
      }).catch((error: Error) => {
        throw new NoServer(
          `cannot listen on ${host}:${port} (${error.message}); try another --port`,
        )
      })
      console.log(
        `practice world ${mcVersion}, seed ${seed}, ${difficulty}, on ${host}:${world.port}; press Ctrl-C to end`,
      )
      logPlayers(world)
      if (!stop.aborted) await once(stop, 'abort')
      await world.close()
    })
}

/** Prints what players do and say. */
function logPlayers({ game }: PracticeWorld): void {
  const log = (text: string) => console.log(plainText(text, MAX_LINE))
  const { players, registry } = game
  const { minecraftVersion = '' } = registry.data.version
  players.on('join', ({ name }) => log(`${name} joined`))
  players.on('leave', ({ name }) => log(`${name} left`))
  players.on('death', ({ position }, message) => {
    const text = serverText(minecraftVersion, JSON.stringify(message))
    log(`${text} at ${position.floored()}`)
  })
  players.on('chat', ({ name }, text) => log(`<${name}> ${text}`))
}

function time(text: string): number {
  const named = Object.entries(TIMES_OF_DAY).find(([name]) => name === text)?.[1]
  const ticks = named ?? (/^\d+$/.test(text) ? Number(text) : Number.NaN)
  if (!(ticks < DAY_TICKS))
    throw new InvalidArgumentError(
      `It must be ${Object.keys(TIMES_OF_DAY).join(', ')} or a number below ${DAY_TICKS}.`,
    )
  return ticks
}

function speed(text: string): number {
  const value = Number(text)
  if (!(value >= MIN_SPEED && value <= MAX_SPEED))
    throw new InvalidArgumentError(`It must be a number from ${MIN_SPEED} to ${MAX_SPEED}.`)
  return value
}

function names(text: string): string[] {
  const list = text.split(',').map((name) => name.trim())
  if (!list.every((name) => NAME.test(name)))
    throw new InvalidArgumentError(
      'Names have up to 16 letters, digits or underscores, with commas between them.',
    )
  return list
}
