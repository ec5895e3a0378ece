import type { Duplex } from 'node:stream'
import type { AccountKind } from '#body/accounts'
import type { Body } from '#body/body'
import type { GameClock } from '#clock/game-clock'
import type { EventBody, Target } from '#events/events'
import type { Settings } from '#events/settings'
import type { ItemCounts } from '#goal/goal'
import type { LlmContext, Strategy } from '#strategies/strategy'

/** How to join the world. */
export interface Connection {
  readonly host: string
  readonly port: number
  readonly version: string
  readonly username: string
  readonly auth: AccountKind
  /** Opens a connection inside this process, in place of `host` and `port`. */
  readonly connect?: () => Duplex
}

/**
 * Called with each body once it has joined; the agent gets a new body with each connection.
 * @returns a function to call when the connection ends.
 */
export type WatchBody = (body: Body) => () => void

/** The settings that decide how the agent plays. */
export type AgentSettings = Pick<
  Settings,
  | 'seed'
  | 'perception'
  | 'navigator'
  | 'hands'
  | 'builds'
  | 'planner'
  | 'strategy'
  | 'executor'
  | 'rounds'
  | 'selector'
  | 'choose'
  | 'chooseTemperature'
  | 'selectorModel'
  | 'overrideChoice'
  | 'descriptor'
  | 'goals'
  | 'replan'
  | 'skillMemory'
  | 'planMemory'
>

/** What a trial gives to the agent. */
export interface LifeContext {
  readonly connection: Connection
  readonly target: Target
  readonly settings: AgentSettings
  /** The language model of the settings; null without one. */
  readonly llm: LlmContext | null
  /** What chooses the goals in place of the settings' strategy; omitted for that one. */
  readonly strategy?: Strategy
  readonly clock: GameClock
  readonly maxTicks: number
  /** Fires when the agent has to stop: the target is reached, the ticks are used up, or the user stops it. */
  readonly signal: AbortSignal
  /** Writes an event to the trial's log. */
  record(event: EventBody): void
  /**
   * Reports uncaught errors, such as one thrown in a packet's handler, until the returned function is called. An error
   * without a handler ends the trial.
   */
  onUncaught(handler: (error: Error) => void): () => void
  /**
   * Reports each change of the inventory by the server: everything carried, worn items included, and the kinds in the
   * armour slots and the off hand. Milestones and success depend on nothing else.
   */
  inventory(held: ItemCounts, worn: readonly string[]): void
  /** Called by an agent that has a body. */
  readonly watchBody?: WatchBody
}

/** Why the agent stopped; the trial decides whether the target was reached. */
export interface LifeOutcome {
  /**
   * `stopped`: the signal fired. `gave-up`: no plan, or nothing left to try. `kicked`: banned or kicked. `no-server`: the
   * server was not reached, or lost and not reached again.
   */
  readonly end: 'stopped' | 'gave-up' | 'kicked' | 'no-server'
  readonly detail: string
}

/**
 * Plays one trial: joins, records a `join` event, works towards the target until the signal fires, and leaves. It settles
 * within 10 s of game time after the signal, and rejects only on a bug.
 */
export type RunLife = (context: LifeContext) => Promise<LifeOutcome>
