import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Bot } from 'mineflayer'
import { guardLine } from '#body/line-guard'
import { rememberVersions } from '#body/version-lookup'
import { Simulation } from '#clock/simulation'
import type { PracticeWorld, PracticeWorldOptions } from '#world/practice-world'

export interface Practice {
  simulation: Simulation
  world: PracticeWorld
  bot: Bot
  /** Advances the world and the bot until the promise settles. */
  run<T>(work: Promise<T>): Promise<T>
  close(): Promise<void>
}

/** A flat, peaceful practice world without players, on simulated time. One at a time in a process. */
export async function emptyWorld(
  options: Partial<PracticeWorldOptions> = {},
): Promise<Pick<Practice, 'simulation' | 'world'>> {
  const defaults = { seed: 1, version: '1.16.5', viewDistance: 2 } as const
  const simulation = Simulation.install(options.seed ?? defaults.seed)
  const { PracticeWorld } = await import('#world/practice-world')
  const world = await simulation.run(
    PracticeWorld.start({ ...defaults, terrain: 'flat', difficulty: 'peaceful', ...options }),
  )
  return { simulation, world }
}

/**
 * A flat practice world with a bare mineflayer bot in it, on simulated time. One at a time in a process.
 * @param line opens the bot's connection; by default, inside this process.
 */
export async function practice(
  options: Partial<PracticeWorldOptions> = {},
  line: (world: PracticeWorld) => Duplex = (world) => world.connect(),
): Promise<Practice> {
  return practiceIn(await emptyWorld({ viewDistance: 3, ...options }), line)
}

/** The same in a world that runs. */
export async function practiceIn(
  { simulation, world }: Pick<Practice, 'simulation' | 'world'>,
  line: (world: PracticeWorld) => Duplex = (world) => world.connect(),
): Promise<Practice> {
  const bot = await joinAs({ simulation, world }, 'tester', line)
  await simulation.advance(40)
  return {
    simulation,
    world,
    bot,
    run: (work) => simulation.run(work),
    async close() {
      bot.end()
      await simulation.advance(5)
      await simulation.run(world.close())
      simulation.uninstall()
    },
  }
}

/** Joins a practice world with a bare mineflayer bot, until it has spawned. */
export async function joinAs(
  { simulation, world }: Pick<Practice, 'simulation' | 'world'>,
  username: string,
  line: (world: PracticeWorld) => Duplex = (world) => world.connect(),
): Promise<Bot> {
  const { default: mineflayer } = await import('mineflayer')
  // Without these two, a bot spends a fifth of its time on lookups of its version and on errors for incomplete packets.
  rememberVersions()
  const bot = mineflayer.createBot({
    username,
    version: world.game.registry.data.version.minecraftVersion ?? '',
    auth: 'offline',
    validateChannelProtocol: false,
    connect: (client: { setSocket(socket: unknown): void; emit(event: string): void }) => {
      const socket = line(world)
      client.setSocket(socket)
      // A line on the network says so itself.
      if (!(socket instanceof Socket)) setTimeout(() => client.emit('connect'), 100)
    },
  } as unknown as Parameters<typeof mineflayer.createBot>[0])
  guardLine(bot)
  await simulation.run(
    new Promise<void>((resolve, reject) => {
      bot.once('spawn', () => resolve())
      bot.once('error', reject)
      bot.once('kicked', (reason: unknown) =>
        reject(new Error(`kicked: ${JSON.stringify(reason)}`)),
      )
    }),
  )
  return bot
}
