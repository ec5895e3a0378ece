import { NoSelector } from '../../../selector/none.ts'
import type { Candidate, Scored, Selector } from '../../../selector/selector.ts'
import type { Goal, ItemCounts, Plan } from '../../goal/goal.ts'
import { ANY_APPROACH, type Observation } from '../../goal/observation.ts'
import type { Failure } from '../../goal/outcome.ts'
import { countOf } from '../../knowledge/item-tags.ts'
import type { StrategyContext } from '../strategy.ts'
import { candidatesFor } from './candidates.ts'
import { type ReplanPolicy, replanPolicy } from './replan-policy.ts'

/** How far a plan was carried out. */
export interface PlanExecution {
  readonly done: readonly Goal[]
  readonly failed: { readonly goal: Goal; readonly failure: Failure } | null
  /** Steps that were not tried. */
  readonly rest: Plan
  /** Whether it ended early, since the policy asks for a new plan. */
  readonly isReplanned: boolean
}

export interface PlanRules {
  readonly selector: Selector
  readonly policy: ReplanPolicy
  /**
   * What a plan with sure numbers is for: of what it gathers only to be used up, no more is gathered than its steps
   * take. Null where the numbers are not sure.
   */
  readonly exactFor: ItemCounts | null
}

/** Carries a plan out step by step as it stands, as strategies do that have no selector. */
export const IN_ORDER: PlanRules = {
  selector: new NoSelector(),
  policy: replanPolicy('on-failure'),
  exactFor: null,
}

/**
 * Carries out a plan until it is done, a goal fails, or the policy asks for a new plan. The selector chooses the goal
 * that comes next (DEPS, section 3.3). Where none can be done the next of the plan is tried all the same: how it fails
 * is what the planner has to know.
 * @throws the signal's reason when it fires.
 */
export async function executePlan(
  plan: Plan,
  rules: PlanRules,
  { environment, signal, record }: StrategyContext,
): Promise<PlanExecution> {
  const { language } = environment
  const { policy, exactFor } = rules
  const done = new Set<Goal>()
  for (;;) {
    const left = plan.filter((goal) => !done.has(goal))
    const ended = { done: [...done], failed: null, rest: left }
    const [first] = left
    if (!first) return { ...ended, isReplanned: false }
    const observation = environment.observe()
    const ranked = rank(left, rules.selector, environment.language, observation)
    const [best] = ranked
    if (!best && policy.shouldReplan({ kind: 'stuck' }, language))
      return { ...ended, isReplanned: true }
    const candidate = best?.candidate ?? { step: first, goal: first, ...ANY_APPROACH }
    const { step } = candidate
    const rest = left.filter((goal) => goal !== step)
    const goal = exactFor
      ? remaining(candidate.goal, rest, exactFor, language, observation)
      : candidate.goal
    if (!goal) {
      done.add(step)
      continue
    }
    record({ type: 'goal-chosen', goal, candidates: ranked.map(asRecorded) })
    const outcome = await environment.execute(goal, signal, candidate)
    if (!outcome.ok) {
      const failed = { goal: step, failure: outcome.failure }
      return { done: [...done], failed, rest, isReplanned: false }
    }
    done.add(step)
    if (policy.shouldReplan({ kind: 'reached', goal }, language))
      return { done: [...done], failed: null, rest, isReplanned: true }
  }
}

function rank(
  left: Plan,
  selector: Selector,
  language: StrategyContext['environment']['language'],
  observation: Observation,
): readonly Scored[] {
  const { inventory, near } = observation
  const goals =
    selector.scope === 'next' ? left.slice(0, 1) : language.possible(left, inventory, near)
  return selector.choose(candidatesFor(language, goals, observation), observation)
}

/** A candidate as the event log has it. */
export function asRecorded({ candidate, predictedTicks }: Scored) {
  const { goal, source, search } = candidate
  return { goal, predictedTicks, source: source && recordedSource(source), search }
}

function recordedSource({ kind, position: { x, y, z } }: NonNullable<Candidate['source']>) {
  return { kind, position: { x, y, z } }
}

/**
 * How much of a gathering goal is still to be done: of what is gathered only to be used up, no more than later steps of
 * the plan need beside what is carried. Other goals stay as they are.
 * @returns null when nothing is left to do.
 */
function remaining(
  goal: Goal,
  rest: Plan,
  wanted: ItemCounts,
  language: StrategyContext['environment']['language'],
  { registry, inventory }: Observation,
): Goal | null {
  if (language.sources(goal).length === 0) return goal
  const target: Record<string, number> = {}
  for (const [item, count] of Object.entries(goal.target)) {
    const used = rest.reduce((sum, { using }) => sum + (using[item] ?? 0), 0)
    const left = item in wanted ? count : Math.min(count, used - countOf(registry, inventory, item))
    if (left > 0) target[item] = left
  }
  return Object.keys(target).length > 0 ? { ...goal, target } : null
}
