import type { Goal, Plan } from '#goal/goal'
import type { Observation } from '#goal/observation'
import type { Failure } from '#goal/outcome'
import type { Task } from '../planner/planner.ts'

/** The input of a descriptor: how far a plan or a goal was executed, and the observation afterwards. */
export interface Situation {
  readonly done: readonly Goal[]
  /** Null when no goal failed. */
  readonly failed: { readonly goal: Goal; readonly failure: Failure } | null
  /** Steps of the plan that were not executed. */
  readonly rest: Plan
  /** The task, where all steps are done and it is not completed. */
  readonly missed: Task | null
  readonly observation: Observation
}

/** Describes the outcome of a plan for people, models and logs (DEPS, section 3.2). */
export interface Descriptor {
  readonly name: string
  /** @returns null for no description. */
  describe(situation: Situation): string | null
}
