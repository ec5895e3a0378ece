import type { Goal, Plan } from '#goal/goal'
import type { Observation } from '#goal/observation'
import type { Failure } from '#goal/outcome'
import type { Task } from '../planner/planner.ts'

/** What a descriptor puts into words: how far a plan, or a single goal, was carried out, and the state that it led to. */
export interface Situation {
  readonly done: readonly Goal[]
  /** Null when nothing failed. */
  readonly failed: { readonly goal: Goal; readonly failure: Failure } | null
  /** Steps of the plan that were not tried. */
  readonly rest: Plan
  /** What all steps were for, where they are done and it is not there. */
  readonly missed: Task | null
  readonly observation: Observation
}

/** Puts what happened into words for people, models and logs (DEPS, section 3.2). */
export interface Descriptor {
  readonly name: string
  /** @returns null where nothing is to be said. */
  describe(situation: Situation): string | null
}
