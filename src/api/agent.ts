import { GameClock } from '#clock/game-clock'
import { type EventBody, type Target, targetCounts } from '#events/events'
import type { Settings } from '#events/settings'
import type { ItemCounts } from '#goal/goal'
import { registryFor } from '#knowledge/registry'
import { runLife } from '#life/life'
import type { AgentSettings } from '#life/port'
import { openExistingHost } from '#trial/existing-host'
import { targetTest } from '#trial/milestones'
import { findTask, targetOf, taskNamed } from '#trial/tasks'

/** Where the agent plays, and how. Every field has a default. */
export interface AgentOptions {
  /** Address of the server; `127.0.0.1` when left out. */
  readonly host?: string
  /** Its port; Minecraft's own, 25565, when left out. */
  readonly port?: number
  /** Minecraft version; what the server says when left out. */
  readonly version?: string
  /** Name of the player; `Delver` when left out. */
  readonly username?: string
  readonly auth?: 'offline' | 'microsoft'
  /** What the agent may know; `player` when left out. */
  readonly perception?: Settings['perception']
  /** Input limits of the body; `vanilla` when left out. */
  readonly hands?: NonNullable<Settings['hands']>
  readonly selector?: Settings['selector']
  readonly navigator?: NonNullable<Settings['navigator']>
  /** Seed of the agent's own random choices; 1 when left out. */
  readonly seed?: number
}

export interface PursueOptions {
  /** Game ticks (20 a second) that the agent has; the task's own limit when left out. */
  readonly maxTicks?: number
  /** Ends the pursuit early. The agent leaves the server and the promise resolves. */
  readonly signal?: AbortSignal
  /** Called with every decision and outcome, as they are written to a trial's event log. */
  readonly onEvent?: (event: EventBody) => void
}

/** How a pursuit ended. */
export interface PursueOutcome {
  /** Whether the server's inventory holds what was asked for. */
  readonly obtained: boolean
  /** Why the pursuit ended, in one line. */
  readonly reason: string
  /** Game ticks from the call to the end. */
  readonly ticks: number
  /** The last inventory that the server sent, worn items included. */
  readonly inventory: ItemCounts
}

export interface Agent {
  /** Minecraft version that the agent plays. */
  readonly version: string
  /**
   * Joins the server, works towards an item or a task until the server's inventory holds it, and leaves.
   * @param task An item with an optional count (`torch:8`), several items (`obtain:mutton+beef`), or one of the paper's 76
   * tasks (`obtain_diamond`).
   * @throws UsageError when there is no such task or item in this version.
   */
  pursue(task: string, options?: PursueOptions): Promise<PursueOutcome>
}

const DEFAULT_PORT = 25_565
const LOOPBACK = '127.0.0.1'

/**
 * An agent for a Minecraft server, with the symbolic planner.
 * @throws NoServer when no server answers, or it runs a version that Delver does not play.
 */
export async function createAgent(options: AgentOptions = {}): Promise<Agent> {
  const { host = LOOPBACK, port = DEFAULT_PORT, username = 'Delver', auth = 'offline' } = options
  const { connection } = await openExistingHost({
    ...{ host, port, username, auth },
    version: options.version ?? null,
  })
  const registry = registryFor(connection.version)
  return {
    version: connection.version,
    async pursue(text, { maxTicks, signal, onEvent } = {}) {
      const task = findTask(taskNamed(text, registry))
      const target = targetOf(task, registry)
      const pursuit = new Pursuit(target, targetTest(target, registry))
      const stop = AbortSignal.any([pursuit.obtained, ...(signal ? [signal] : [])])
      const clock = new GameClock()
      const over = new AbortController()
      const limit = maxTicks ?? task.maxTicks
      const timeUp = new AbortController()
      clock.wait(limit, over.signal).then(
        () => timeUp.abort(),
        () => {},
      )
      try {
        const { detail } = await runLife({
          ...{ connection, target, settings: agentSettings(options), llm: null, clock },
          maxTicks: limit,
          signal: AbortSignal.any([stop, timeUp.signal]),
          record: (event) => onEvent?.(event),
          // A library leaves the process's own handlers alone.
          onUncaught: () => () => {},
          inventory: (held, worn) => pursuit.update(held, worn),
        })
        const reason = timeUp.signal.aborted ? `out of time after ${limit} ticks` : detail
        return pursuit.outcome(reason, clock.tick)
      } finally {
        over.abort()
      }
    },
  }
}

/** Follows the inventory until it holds the target. */
class Pursuit {
  readonly #isReached: (held: ItemCounts, worn: readonly string[]) => boolean
  readonly #target: Target
  readonly #obtained = new AbortController()
  #held: ItemCounts = {}

  constructor(target: Target, isReached: (held: ItemCounts, worn: readonly string[]) => boolean) {
    this.#target = target
    this.#isReached = isReached
  }

  /** Fires when the inventory holds the target. */
  get obtained(): AbortSignal {
    return this.#obtained.signal
  }

  update(held: ItemCounts, worn: readonly string[]): void {
    this.#held = held
    if (this.#isReached(held, worn)) this.#obtained.abort()
  }

  outcome(reason: string, ticks: number): PursueOutcome {
    const obtained = this.#obtained.signal.aborted
    const wanted = Object.entries(targetCounts(this.#target))
      .map(([item, count]) => (count === 1 ? item : `${count} ${item}`))
      .join(' and ')
    return {
      obtained,
      reason: obtained ? `the inventory holds ${wanted}` : reason,
      ticks,
      inventory: this.#held,
    }
  }
}

function agentSettings({
  perception = 'player',
  hands = 'vanilla',
  selector = 'nearest',
  navigator = 'grid',
  seed = 1,
}: AgentOptions): AgentSettings {
  return {
    ...{ perception, hands, selector, navigator, seed },
    planner: 'symbolic',
    strategy: 'deps',
    executor: 'skills',
    rounds: null,
    choose: null,
    chooseTemperature: null,
    selectorModel: null,
    overrideChoice: [],
    descriptor: 'typed',
    goals: 'lenient',
    replan: 'after-gathering',
    skillMemory: null,
    planMemory: null,
  }
}
