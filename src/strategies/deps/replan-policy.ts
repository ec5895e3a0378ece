import type { Goal } from '#goal/goal'
import type { GoalLanguage } from '#goal/goal-language'

/**
 * Default limit of replanning with a language model. The paper's Table 4 gains little after 5 rounds, and a diamond took 7
 * plans on average with the scripted model.
 */
export const MODEL_ROUNDS = 30

/** The state of a plan in which no goal has failed: a goal was reached, or no remaining goal can be done now. */
export type PlanProgress =
  | { readonly kind: 'reached'; readonly goal: Goal }
  | { readonly kind: 'stuck' }

/** When DEPS plans again although no goal has failed. After a failure it always does. */
export interface ReplanPolicy {
  shouldReplan(progress: PlanProgress, language: GoalLanguage): boolean
}

/** All policies by the names that settings and the command line use. */
const POLICIES = {
  /** Follows a whole plan, or stops at its first failure, as Algorithm 1 of the paper does. */
  'on-failure': { shouldReplan: () => false },
  /** Plans again whenever items were gathered: they may allow a better plan. For planners whose plans are cheap. */
  'after-gathering': {
    shouldReplan: (progress, language) =>
      progress.kind === 'stuck' || language.sources(progress.goal).length > 0,
  },
} satisfies Readonly<Record<string, ReplanPolicy>>

export type ReplanPolicyName = keyof typeof POLICIES

/** Names of all replan policies. */
export const REPLAN_POLICIES = Object.keys(POLICIES) as ReplanPolicyName[]

/** A replan policy by its name. */
export function replanPolicy(name: ReplanPolicyName): ReplanPolicy {
  return POLICIES[name]
}
