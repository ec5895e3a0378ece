import type { ItemCounts, Plan } from '../goal/goal.ts'

/** What a planner is asked. */
export interface PlanRequest {
  /** Kinds or families that the inventory is to hold in the end, with how many of each. */
  readonly target: ItemCounts
  /** What it holds now, by exact kinds. */
  readonly inventory: ItemCounts
  /** Whether a crafting table or a furnace stands near, so that none need be made. */
  readonly knownTable: boolean
  readonly knownFurnace: boolean
  /** Blocks and animals that were looked for in vain; the plan does without them. */
  readonly unavailable: ReadonlySet<string>
}

export type PlanResult =
  | { readonly ok: true; readonly plan: Plan }
  | {
      readonly ok: false
      /** One sentence that names what cannot be had. */
      readonly reason: string
    }

/** The planner of DEPS (section 3.2), by a language model or by search. */
export interface Planner {
  readonly name: string
  plan(request: PlanRequest, signal?: AbortSignal): Promise<PlanResult>
}
