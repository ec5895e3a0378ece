import type { Goal, ItemCounts, Plan } from '../../goal/goal.ts'
import type { Failure } from '../../goal/outcome.ts'

/** What became of the plan before, for a planner that learns from it. */
export interface PlanFeedback {
  /** The descriptor's account of it. */
  readonly description: string
  /** What failed; null when every step was done and the target is still not there. */
  readonly failed: { readonly goal: Goal; readonly failure: Failure } | null
}

/** What a planner is asked. */
export interface PlanRequest {
  /** Kinds or tags that the inventory is to hold in the end, with how many of each. */
  readonly target: ItemCounts
  /** What it holds now, by exact kinds. */
  readonly inventory: ItemCounts
  /** Whether a crafting table or a furnace stands near, so that none need be made. */
  readonly knownTable: boolean
  readonly knownFurnace: boolean
  /** Blocks and animals that were looked for in vain; the plan does without them. */
  readonly unavailable: ReadonlySet<string>
  /** What of the target must be worn in the end. */
  readonly wear?: string | null
  /** Left out for the first plan. */
  readonly feedback?: PlanFeedback
}

export type PlanResult =
  | { readonly ok: true; readonly plan: Plan }
  | {
      readonly ok: false
      /** One sentence that names what cannot be had. */
      readonly reason: string
      /** The model's answer was no plan; asked anew it may give one. */
      readonly unreadable?: boolean
    }

/** The planner of DEPS (section 3.2), by a language model or by search. */
export interface Planner {
  readonly name: string
  /** Whether a plan costs next to nothing, so that one is made whenever more is known or carried. */
  readonly cheap: boolean
  plan(request: PlanRequest, signal?: AbortSignal): Promise<PlanResult>
}
