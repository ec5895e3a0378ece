import type { Goal, ItemCounts, Plan } from '#goal/goal'
import type { Observation } from '#goal/observation'
import type { Failure } from '#goal/outcome'

/** What is to be obtained. */
export interface Task {
  /** Kinds or tags that the inventory is to hold in the end, with how many of each. */
  readonly target: ItemCounts
  /** What of it must be worn in the end, null for nothing. */
  readonly wear: string | null
}

/** What became of the plan before, for a planner that learns from it. */
export interface PlanFeedback {
  /** The descriptor's account of it; null without a descriptor. */
  readonly description: string | null
  /** The explainer's account of a failure; null without an explainer, or where it had nothing to say. */
  readonly explanation: string | null
  /** What failed; null when every step was done and the target is still not there. */
  readonly failed: { readonly goal: Goal; readonly failure: Failure } | null
}

/** What a planner is asked. */
export interface PlanRequest {
  readonly task: Task
  /** How things are now. */
  readonly observation: Observation
  /** Blocks and animals that were looked for in vain; the plan does without them. */
  readonly unavailable: ReadonlySet<string>
  /** Null for the first plan. */
  readonly feedback: PlanFeedback | null
}

export type PlanResult =
  | {
      readonly ok: true
      readonly plan: Plan
      /** Whether its numbers are sure, so that no more is gathered than its steps use up. */
      readonly isExact: boolean
    }
  | {
      readonly ok: false
      /** One sentence that names what cannot be had. */
      readonly reason: string
      /** The model's answer was no plan; asked again it may give one. */
      readonly isUnreadable?: boolean
    }

/** The planner of DEPS (section 3.2), by a language model or by search. */
export interface Planner {
  readonly name: string
  plan(request: PlanRequest, signal: AbortSignal): Promise<PlanResult>
}
