import type { Goal, ItemCounts, Plan } from '#goal/goal'
import type { Observation } from '#goal/observation'
import type { Failure } from '#goal/outcome'

/** A task: items to obtain and, perhaps, to wear. */
export interface Task {
  /** The kinds or tags that the inventory must hold at the end, with their counts. */
  readonly target: ItemCounts
  /** The item of it that the agent must wear at the end; null for none. */
  readonly wear: string | null
}

/** The outcome of the previous plan, for a planner that learns from it. */
export interface PlanFeedback {
  /** The descriptor's text; null without a descriptor. */
  readonly description: string | null
  /** The explainer's text about a failure; null without an explanation. */
  readonly explanation: string | null
  /** The goal that failed; null when every step was done and the task is still not completed. */
  readonly failed: { readonly goal: Goal; readonly failure: Failure } | null
}

/** A request for a plan. */
export interface PlanRequest {
  readonly task: Task
  /** The current observation. */
  readonly observation: Observation
  /** Blocks and animals that searches did not find; the plan avoids them. */
  readonly unavailable: ReadonlySet<string>
  /** Game ticks until the trial ends; undefined for no limit. */
  readonly ticksLeft?: number | undefined
  /** Null for the first plan. */
  readonly feedback: PlanFeedback | null
}

export type PlanResult =
  | {
      readonly ok: true
      readonly plan: Plan
      /** Whether its counts are exact, so that the agent gathers no more than its steps use. */
      readonly isExact: boolean
    }
  | {
      readonly ok: false
      /** One sentence that names what cannot be obtained. */
      readonly reason: string
      /** The model's answer was no plan; another call may give one. */
      readonly isUnreadable?: boolean
    }

/** The planner of DEPS (section 3.2), by a language model or by search. */
export interface Planner {
  readonly name: string
  plan(request: PlanRequest, signal: AbortSignal): Promise<PlanResult>
}
