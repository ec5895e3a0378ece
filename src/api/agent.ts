import type { AccountKind } from '#body/accounts'
import { GameClock } from '#clock/game-clock'
import { registryFor } from '#knowledge/registry'
import { runLife } from '#life/life'
import { openExistingHost } from '#trial/existing-host'
import { findTask, targetOf, taskNamed } from '#trial/tasks'
import { counted } from '#wire/wording'
import { agentSettings, type PlayOptions } from './play-options.ts'
import { type PursueOptions, type PursueOutcome, PursuitOfItems } from './pursuit-of-items.ts'

/** Where the agent plays, and how. Every field has a default. */
export interface AgentOptions extends PlayOptions {
  /** Address of the server; `127.0.0.1` by default. */
  readonly host?: string
  /** Its port; Minecraft's own, 25565, by default. */
  readonly port?: number
  /** Minecraft version; the server's by default. */
  readonly version?: string
  /** Name of the player; `Delver` by default. */
  readonly username?: string
  readonly auth?: AccountKind
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
      const pursuit = new PursuitOfItems(target, registry)
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
          inventory: pursuit.update,
        })
        const reason = timeUp.signal.aborted
          ? `out of time after ${counted(limit, 'tick')}`
          : detail
        return pursuit.outcome(reason, clock.tick)
      } finally {
        over.abort()
      }
    },
  }
}
