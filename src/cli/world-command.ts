import { once } from 'node:events'
import { Command, Option } from 'commander'
import { DIFFICULTIES, type Difficulty } from '#knowledge/difficulty'
import { NoServer, UsageError } from '#trial/errors'
import { DEFAULT_VERSION } from '#trial/trial-start'
import { isServed, notServed } from '#world/served-versions'
import { stopSignal } from './stop-signal.ts'
import { DEFAULT_PORT, LOOPBACK, minecraftVersion, port } from './trial-options.ts'
import { wholeNumber } from './whole-number.ts'

interface WorldOptions {
  port: number
  host: string
  mcVersion: string
  seed: number
  difficulty: Difficulty
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
      new Option('--difficulty <level>', 'difficulty of the world')
        .choices(DIFFICULTIES)
        .default('normal'),
    )
    .action(async ({ port, host, mcVersion, seed, difficulty }: WorldOptions) => {
      if (!isServed(mcVersion)) throw new UsageError(notServed(mcVersion))
      const stop = stopSignal()
      const { PracticeWorld } = await import('#world/practice-world')
      const world = await PracticeWorld.start({
        seed,
        version: mcVersion,
        difficulty,
        host,
        port,
      }).catch((error: Error) => {
        throw new NoServer(
          `cannot listen on ${host}:${port} (${error.message}); try another --port`,
        )
      })
      console.log(
        `practice world ${mcVersion}, seed ${seed}, ${difficulty}, on ${host}:${world.port}; press Ctrl-C to end`,
      )
      if (!stop.aborted) await once(stop, 'abort')
      await world.close()
    })
}
