import type { Target } from '#events/events'
import type { ItemCounts } from '#goal/goal'
import type { Failure } from '#goal/outcome'
import type { Situation } from '#goal/situation'

interface Position {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** What the agent knows at one moment, as JSON. */
export interface ObservationView {
  /** Game ticks since the episode began, and until it ends. */
  readonly tick: number
  readonly ticksLeft: number
  /** Everything carried, worn items included. */
  readonly inventory: ItemCounts
  readonly worn: readonly string[]
  /** Stations near enough to use. */
  readonly near: readonly string[]
  /** Null in the text world, as the situation. */
  readonly body: {
    readonly position: Position
    readonly health: number
    readonly food: number
    readonly held: string | null
    readonly isNight: boolean
  } | null
  readonly situation: Situation | null
  /** Known blocks and animals, one for each group, fewest ticks first. */
  readonly sources: readonly {
    readonly kind: string
    readonly position: Position
    /** Expected game ticks to reach and mine or kill it. */
    readonly ticks: number
    /** Game ticks since the agent last saw it. */
    readonly age: number
    /** Known size of its group. */
    readonly count: number
  }[]
  /** The same in English sentences, with facts that matter for the task. */
  readonly text: string
}

/** A goal skill, as clients see it. */
interface SkillView {
  readonly name: string
  readonly form: string
  readonly meaning: string
}

/** The answer to `reset`. */
export interface ResetReply {
  readonly type: 'reset'
  readonly observation: ObservationView
  readonly info: {
    readonly task: string
    readonly target: Target
    readonly seed: number
    readonly world: string
    readonly mcVersion: string
    readonly maxTicks: number
    readonly skills: readonly SkillView[]
    /** Folder of the episode's log; null when it is not kept. */
    readonly folder: string | null
  }
}

/** The answer to `act` and `wait`. */
export interface StepReply {
  readonly type: 'step'
  readonly observation: ObservationView
  /** 1 in the step that reaches the target, by the server's inventory; otherwise 0. */
  readonly reward: 0 | 1
  /** Whether the target is reached. */
  readonly terminated: boolean
  /** Whether the episode is over without the target. */
  readonly truncated: boolean
  readonly info: {
    /** The goal as it was read; null for `wait`. */
    readonly goal: string | null
    /** Why the goal was not reached; null if it was, or if the episode ended first. */
    readonly failure: Failure | null
    /** Game ticks of this step. */
    readonly ticks: number
    /** Milestones and deaths in this step. */
    readonly milestones: readonly string[]
    readonly deaths: number
    /** How the episode ended, as in `result.json`; null while it continues. */
    readonly end: string | null
    readonly detail: string | null
  }
}

export interface ObservationReply {
  readonly type: 'observation'
  readonly observation: ObservationView
}

/** Why a request was refused. The state is as before, except after `crash`, which ends the episode. */
export type ErrorKind = 'bad-request' | 'bad-goal' | 'no-episode' | 'crash'

export interface ErrorReply {
  readonly type: 'error'
  readonly kind: ErrorKind
  /** One line. */
  readonly message: string
}

export type EpisodeReply = StepReply | ObservationReply | ErrorReply | { readonly type: 'closed' }
export type EnvReply = ResetReply | EpisodeReply

/** An error as a reply. */
export function errorReply(kind: ErrorKind, message: string): ErrorReply {
  return { type: 'error', kind, message }
}
