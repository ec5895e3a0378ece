import type { Simulation } from '#clock/simulation'
import type { EventBody, Target } from '#events/events'
import type { ItemCounts } from '#goal/goal'
import type { AgentSettings, Connection, LifeContext, LifeOutcome, WatchBody } from '#life/port'
import type { PerceptionMode } from '#perception/perception-modes'
import type { LlmContext } from '#strategies/strategy'
import { UncaughtErrors } from '#trial/uncaught-errors'
import { sampleSettings } from './sample-events.ts'

/** What an agent said in the course of an episode, with the tick at which it did. */
export interface Told {
  readonly tick: number
  readonly event: EventBody
}

export interface LifeOptions {
  connection: Connection
  simulation: Simulation
  target: Target
  maxTicks: number
  /** By default, `loaded`. */
  perception?: PerceptionMode
  watchBody?: WatchBody
  /** By default, those of the sample trial. */
  settings?: Partial<AgentSettings>
  /** By default, none. */
  llm?: LlmContext
  /** Sees every event, and may end the episode by the controller. */
  onEvent?(event: EventBody, stop: AbortController): void
  /** Called with every reported inventory. */
  onInventory?(held: ItemCounts, worn: readonly string[], stop: AbortController): void
}

/** Lets the real agent play, without the trial around it. */
export async function playLife(options: LifeOptions): Promise<{
  outcome: LifeOutcome
  told: Told[]
  inventories: { tick: number; held: ItemCounts }[]
}> {
  const { runLife } = await import('#life/life')
  const { GameClock } = await import('#clock/game-clock')
  const clock = new GameClock()
  const stop = new AbortController()
  const told: Told[] = []
  const inventories: { tick: number; held: ItemCounts }[] = []
  const over = new AbortController()
  const uncaught = new UncaughtErrors(over.signal)
  const context: LifeContext = {
    connection: options.connection,
    target: options.target,
    settings: {
      ...sampleSettings,
      perception: options.perception ?? 'loaded',
      ...options.settings,
    },
    llm: options.llm ?? null,
    clock,
    maxTicks: options.maxTicks,
    signal: stop.signal,
    ...(options.watchBody && { watchBody: options.watchBody }),
    onUncaught: uncaught.onError,
    record(event) {
      told.push({ tick: clock.tick, event })
      options.onEvent?.(event, stop)
    },
    inventory(held, worn) {
      inventories.push({ tick: clock.tick, held })
      options.onInventory?.(held, worn, stop)
    },
  }
  clock.wait(options.maxTicks, over.signal).then(
    () => stop.abort('limit'),
    () => {},
  )
  try {
    const outcome = await options.simulation.run(
      Promise.race([runLife(context), uncaught.unhandled]),
    )
    return { outcome, told, inventories }
  } finally {
    over.abort()
  }
}
