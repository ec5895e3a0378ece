import { GameClock, TICK_MS } from '#clock/game-clock'
import type { Pace } from '#clock/pace'
import { Simulation } from '#clock/simulation'
import type { Difficulty } from '#knowledge/difficulty'
import { plainText } from '#wire/plain-text'
import { FAULT_NAMES, type FaultName, isFault } from '#world/faults/faults'
import { UsageError } from './errors.ts'
import type { WorldHost } from './world-host.ts'

export interface PracticeHostOptions {
  seed: number
  version: string
  difficulty: Difficulty
  /** Time of day at the start (ticks since sunrise). */
  time: number
  /** Names of the world's faults; by default, none. */
  faults?: readonly string[]
  username: string
  pace: Pace
  /** Port on which clients of people can join; by default, any free one. */
  port?: number
}

/**
 * Opens the practice world in this process, on simulated time. Call it before anything loads mineflayer, and once per
 * process.
 * @throws UsageError when there is no such fault.
 */
export async function openPracticeHost(options: PracticeHostOptions): Promise<WorldHost> {
  const { seed, version, difficulty, time, username, pace, port = 0 } = options
  const faults = (options.faults ?? []).map(faultNamed)
  const simulation = Simulation.install(seed, pace)
  const { PracticeWorld } = await import('#world/practice-world')
  const start = PracticeWorld.start({ seed, version, difficulty, time, faults, port })
  const world = await simulation.run(start).catch((error: unknown) => {
    simulation.uninstall()
    throw error
  })
  const clock = new GameClock()
  return {
    connection: {
      host: '127.0.0.1',
      port: world.port,
      version,
      username,
      auth: 'offline',
      connect: () => world.connect(),
    },
    clock,
    gameTime: {
      standStill: (work) => simulation.standStill(work),
      pass: (ms, signal) => clock.wait(Math.ceil(ms / TICK_MS), signal),
    },
    clientLimitViolations: () => world.game.clientLimits.violations,
    carried: () => world.carried(username),
    carriedBy: (player) => world.carried(player),
    run: (work) => simulation.run(work),
    async close() {
      pace.release()
      await simulation.run(world.close())
      simulation.uninstall()
    },
  }
}

/** The settings of a trial may come from elsewhere. */
function faultNamed(name: string): FaultName {
  if (isFault(name)) return name
  throw new UsageError(`no fault is called ${plainText(name)}; there are ${FAULT_NAMES.join(', ')}`)
}
