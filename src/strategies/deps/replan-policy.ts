import type { Settings } from '#events/settings'
import type { Goal } from '#goal/goal'
import type { GoalLanguage } from '#goal/goal-language'

/** What a plan has come to while nothing has failed: a goal is reached, or none of the rest can be done now. */
export type PlanProgress =
  | { readonly kind: 'reached'; readonly goal: Goal }
  | { readonly kind: 'stuck' }

/** When a new plan is made although nothing has failed; after a failure there always is one. */
export interface ReplanPolicy {
  readonly name: ReplanPolicyName
  shouldReplan(progress: PlanProgress, language: GoalLanguage): boolean
}

export type ReplanPolicyName = Settings['replan']

const POLICIES: Readonly<Record<ReplanPolicyName, ReplanPolicy>> = {
  /** A plan is followed to its end or to its first failure, as in the paper's Algorithm 1. */
  'on-failure': { name: 'on-failure', shouldReplan: () => false },
  /**
   * What was gathered, and what came with it, may make a better plan: for planners that cost next to nothing.
   */
  'after-gathering': {
    name: 'after-gathering',
    shouldReplan: (progress, language) =>
      progress.kind === 'stuck' || language.sources(progress.goal).length > 0,
  },
}

/** A replan policy by its name. */
export function replanPolicy(name: ReplanPolicyName): ReplanPolicy {
  return POLICIES[name]
}
