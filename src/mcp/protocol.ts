/** What the MCP server and the thread of its agents say to each other. Everything is JSON. */

import type { AccountKind } from '#body/accounts'
import type { BuildRule } from '#body/builds'
import type { HandsName } from '#body/hand-limits'
import type { NavigatorName } from '#body/navigation/navigators'
import type { Speed } from '#clock/pace'
import type { ItemCounts } from '#goal/goal'
import type { Difficulty } from '#knowledge/difficulty'
import type { AgentSettings } from '#life/port'
import type { Evidence, JobFailureKind } from '#life/resident'

/** The world that the agents live in. */
export type WorldOptions =
  | {
      readonly kind: 'practice'
      readonly seed: number
      readonly version: string
      readonly difficulty: Difficulty
      /** Time of day at the start (ticks since sunrise). */
      readonly time: number
      /** Speed while an agent has a job; between jobs time passes at most as fast as in the real game. */
      readonly speed: Speed
    }
  | {
      readonly kind: 'existing'
      readonly host: string
      readonly port: number
      /** Null for the version that the server reports. */
      readonly version: string | null
      readonly auth: AccountKind
    }

export interface AgentsOptions {
  readonly world: WorldOptions
  /** One player for each name. */
  readonly usernames: readonly string[]
  /** Omitted if there is none. */
  readonly logs?: {
    /** Folders for the log and the recording of each player, in the same order. */
    readonly folders: readonly string[]
    /** Date and time (ISO 8601). */
    readonly startedAt: string
  }
  readonly settings: Pick<AgentSettings, 'perception' | 'seed'> & {
    readonly hands: HandsName
    readonly navigator: NavigatorName
    readonly builds: BuildRule
  }
}

/** What an agent can be asked to do, one at a time. */
export type JobRequest =
  | { readonly type: 'obtain'; readonly item: string; readonly count: number }
  | {
      readonly type: 'do'
      readonly skill: string
      /** Null where the skill needs none. */
      readonly item: string | null
      readonly count: number
      readonly inBuilds: boolean
    }
  | { readonly type: 'go'; readonly place: string }
  | { readonly type: 'follow'; readonly player: string; readonly seconds: number }
  | {
      readonly type: 'give'
      readonly player: string
      readonly item: string
      readonly count: number
    }

/** Why something did not happen. */
export type TroubleKind =
  | JobFailureKind
  /** The arguments name something that does not exist. */
  | 'bad-request'
  /** Another job is running. */
  | 'busy'
  /** The agent is not in the world. */
  | 'no-server'

export interface Trouble {
  readonly kind: TroubleKind
  readonly detail: string
}

/** How a job ended. */
export interface JobReport {
  /** Null for success. */
  readonly trouble: Trouble | null
  /** What shows the success. */
  readonly shownBy: Evidence
  readonly gained: ItemCounts
  readonly lost: ItemCounts
  readonly ticks: number
  /** How many of the wanted item the server's inventory holds; null for jobs without an item. */
  readonly held: { readonly item: string; readonly count: number } | null
}

/** A job as it is now. */
export interface JobView {
  readonly id: number
  readonly agent: string
  readonly title: string
  /** Game ticks since its start. */
  readonly ticks: number
  /** Number of steps that have begun, and the present one in plain words. */
  readonly steps: number
  readonly step: string
  /** Null while it is running. */
  readonly report: JobReport | null
}

/** An answer as text, or why there is none. */
export type Answer =
  | { readonly ok: true; readonly text: string }
  | ({ readonly ok: false } & Trouble)

export function answer(text: string): Answer {
  return { ok: true, text }
}

export function refused(kind: Trouble['kind'], detail: string): { readonly ok: false } & Trouble {
  return { ok: false, kind, detail }
}

/** What an agent can be asked at any time. */
export interface AgentService {
  start(
    request: JobRequest,
  ): Promise<{ readonly ok: true; readonly job: JobView } | ({ readonly ok: false } & Trouble)>
  /** Stops the running job. */
  stop(): Promise<Answer>
  status(): Promise<Answer>
  inventory(): Promise<Answer>
  look(range: number): Promise<Answer>
  plan(item: string, count: number): Promise<Answer>
  say(text: string): Promise<Answer>
  /** Lines of chat since the last call. */
  readChat(): Promise<Answer>
  rememberPlace(name: string): Promise<Answer>
  /** Remembered places and what the agent knows. */
  memory(): Promise<Answer>
  map(): Promise<Answer>
  /** The latest events, one line of JSON each. */
  events(): Promise<Answer>
}

export type Method = keyof AgentService

/** To the thread of the agents. */
export type ToAgents =
  | {
      readonly type: 'call'
      readonly id: number
      readonly agent: string
      readonly method: Method
      readonly args: readonly unknown[]
    }
  | { readonly type: 'close' }

/** From the thread of the agents. */
export type FromAgents =
  | { readonly type: 'ready'; readonly version: string; readonly address: string }
  | { readonly type: 'failed'; readonly expected: boolean; readonly reason: string }
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly type: 'error'; readonly id: number; readonly reason: string }
  | { readonly type: 'job'; readonly job: JobView }
  | { readonly type: 'notice'; readonly text: string }
