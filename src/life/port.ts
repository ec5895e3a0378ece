import type { Duplex } from 'node:stream'
import type { Body } from '#body/body'
import type { GameClock } from '#clock/game-clock'
import type { EventBody, Target } from '#events/events'
import type { Settings } from '#events/settings'
import type { ItemCounts } from '#goal/goal'
import type { LlmContext } from '#strategies/strategy'

/** How to join the world. */
export interface Connection {
  readonly host: string
  readonly port: number
  readonly version: string
  readonly username: string
  readonly auth: 'offline' | 'microsoft'
  /** Opens a connection inside this process; where it is given, `host` and `port` are not used. */
  readonly connect?: () => Duplex
}

/**
 * Watches a body from the moment when it stands in the world; the agent gets a new one with every
 * connection. What comes back is called when the connection is over.
 */
export type WatchBody = (body: Body) => () => void

/** What of a trial's settings decides how the agent plays. */
export type AgentSettings = Pick<
  Settings,
  | 'seed'
  | 'perception'
  | 'navigator'
  | 'hands'
  | 'planner'
  | 'strategy'
  | 'executor'
  | 'rounds'
  | 'selector'
  | 'choose'
  | 'chooseTemperature'
  | 'selectorModel'
  | 'force'
  | 'descriptor'
  | 'goals'
  | 'replan'
  | 'skillMemory'
>

/** What a trial hands to the agent. */
export interface LifeContext {
  readonly connection: Connection
  readonly target: Target
  readonly settings: AgentSettings
  /** The language model of the settings; null without one. */
  readonly llm: LlmContext | null
  readonly clock: GameClock
  readonly maxTicks: number
  /** Fires when the agent has to stop: target reached, ticks used up, or stopped from outside. */
  readonly signal: AbortSignal
  /** Writes an event to the trial's log. */
  record(event: EventBody): void
  /**
   * Tells of errors that nobody caught, such as one thrown in a packet's handler, until what comes
   * back is called. One that nobody is told of ends the trial.
   */
  onUncaught(handler: (error: Error) => void): () => void
  /**
   * To be told whenever what the server says of the inventory changes: everything carried, worn
   * items included, and the kinds in the armour slots and the off hand. Milestones and success are
   * judged by this alone.
   */
  inventory(held: ItemCounts, worn: readonly string[]): void
  /** Called by an agent that has a body. */
  readonly watchBody?: WatchBody
}

/** Why the agent stopped; whether the target was reached is for the trial to say. */
export interface LifeOutcome {
  /**
   * `stopped`: the signal fired. `gave-up`: no plan, or nothing left to try. `kicked`: thrown out
   * for good. `no-server`: not reached, or lost and not rejoined.
   */
  readonly end: 'stopped' | 'gave-up' | 'kicked' | 'no-server'
  readonly detail: string
}

/**
 * Plays one trial: joins, records a `join` event, works towards the target until the signal fires,
 * and leaves. It settles soon (within 10 s of game time) after the signal. It rejects on a bug only.
 */
export type RunLife = (context: LifeContext) => Promise<LifeOutcome>
