import { afterEach } from 'vitest'
import { Simulation } from '#clock/simulation'
import type { FaultName } from '#world/faults/faults'
import type { PracticeWorld } from '#world/practice-world'
import { type LifeOptions, playLife } from './life.ts'

export interface FaultyLifeOptions extends Omit<LifeOptions, 'connection' | 'simulation'> {
  seed: number
  version: string
  faults: readonly FaultName[]
  /** Receives the world before the agent joins. */
  onStart?(world: PracticeWorld): void
}

/** Lets the real agent play in a peaceful practice world with faults. Closes the world after the test. */
export function faultyWorlds(): (options: FaultyLifeOptions) => Promise<
  Awaited<ReturnType<typeof playLife>> & {
    world: PracticeWorld
    /** What the agent carries at the end. */
    carried: Readonly<Record<string, number>>
  }
> {
  let close = async () => {}
  afterEach(() => close())
  return async ({ seed, version, faults, onStart, ...life }) => {
    const simulation = Simulation.install(seed)
    close = async () => simulation.uninstall()
    const { PracticeWorld } = await import('#world/practice-world')
    const world = await simulation.run(
      PracticeWorld.start({ seed, version, difficulty: 'peaceful', viewDistance: 4, faults }),
    )
    close = async () => {
      await simulation.run(world.close())
      simulation.uninstall()
      close = async () => {}
    }
    onStart?.(world)
    const lived = await playLife({
      connection: {
        ...{ host: '127.0.0.1', port: world.port, version, username: 'Delver', auth: 'offline' },
        connect: () => world.connect(),
      },
      simulation,
      ...life,
    })
    return { ...lived, world, carried: world.carried('Delver')?.held ?? {} }
  }
}
