import { alternativesOf } from '#goal/alternatives'
import type { Goal, ItemCounts, Plan, PlannedGoal } from '#goal/goal'
import { ANY_APPROACH, type CompetingGoal, type Observation } from '#goal/observation'
import type { Failure } from '#goal/outcome'
import { countOf, hasTag } from '#knowledge/item-tags'
import type { Scored, Selector } from '#selector/selector'
import { NoSelector } from '#selector/selectors/none'
import type { StrategyContext } from '../strategy.ts'
import { candidatesFor } from './candidates.ts'
import { goalChosen } from './goal-chosen.ts'
import { type ReplanPolicy, replanPolicy } from './replan-policy.ts'
import { stoneOnDescent } from './stone-on-descent.ts'

interface GoalFailure {
  readonly goal: Goal
  readonly failure: Failure
}

/** A step of the plan that is not done. */
interface OpenStep {
  readonly step: PlannedGoal
  /** The goals of the step that have not failed. */
  readonly goals: readonly Goal[]
  /** The details of the goals that have failed. */
  readonly details: readonly string[]
}

/** A goal of an open step. */
interface OpenGoal {
  /** The goal as the plan states it. */
  readonly step: Goal
  /** The part of the goal that is left to do. */
  readonly goal: Goal
}

/** How far a plan was executed. */
export interface PlanExecution {
  /** The goals that were reached, one for each step that is done. */
  readonly done: readonly Goal[]
  /** The step whose failure ended the execution; null for none. */
  readonly failed: { readonly goal: PlannedGoal; readonly failure: Failure } | null
  /** All goals that failed, also those for which an alternative was tried. */
  readonly failures: readonly GoalFailure[]
  /** The steps that were not tried. */
  readonly rest: Plan
  /** Whether the execution ended early because the policy asks for a new plan. */
  readonly isReplanned: boolean
}

export interface PlanRules {
  readonly selector: Selector
  readonly policy: ReplanPolicy
  /**
   * The target of a plan with exact counts. Of items that such a plan gathers only as materials, the agent gathers no more
   * than the steps use. Null where the counts are not exact.
   */
  readonly exactFor: ItemCounts | null
  /** Whether searches for a goal have failed before: the agent tries the step's other alternatives first. */
  isLost?(goal: Goal): boolean
}

/** Executes a plan in its own order, for strategies without a selector. */
export const IN_ORDER: PlanRules = {
  selector: new NoSelector(),
  policy: replanPolicy('on-failure'),
  exactFor: null,
}

/**
 * Executes a plan until it is done, a step fails, or the policy asks for a new plan. The selector chooses the next goal
 * among all goals that can be done now, alternatives included (DEPS, section 3.3); one that leads to another dimension waits for
 * the steps before it. A step fails when all of its
 * alternatives have failed. If no goal can be done, the first goal is tried: the planner needs its failure.
 * @throws the signal's reason when it fires.
 */
export async function executePlan(
  plan: Plan,
  rules: PlanRules,
  { environment, signal, record }: StrategyContext,
): Promise<PlanExecution> {
  const { language } = environment
  const { policy, exactFor, isLost = () => false } = rules
  const done: Goal[] = []
  const failures: GoalFailure[] = []
  let left = plan.map((step): OpenStep => ({ step, goals: alternativesOf(step), details: [] }))
  for (;;) {
    const ended = { done, failed: null, failures, rest: left.map(({ step }) => step) }
    if (left.length === 0) return { ...ended, isReplanned: false }
    const observation = environment.observe()
    const trim = (goal: Goal, rest: Plan) =>
      exactFor ? remaining(goal, rest, exactFor, language, observation) : goal
    const choices = left.map((one) => {
      const rest = left.filter((other) => other !== one).map(({ step }) => step)
      const goals = unlessLost(one.goals, isLost)
      return goals.flatMap((step) => {
        const goal = trim(step, rest)
        return goal ? [{ step, goal }] : []
      })
    })
    const ranked = rank(choices, rules.selector, language, observation)
    const [best] = ranked
    const needless = choices.findIndex((goals) => goals.length === 0)
    if (!best && needless >= 0) {
      const [step] = left[needless]?.goals ?? []
      if (step) done.push(step)
      left = left.filter((_, index) => index !== needless)
      continue
    }
    if (!best && policy.shouldReplan({ kind: 'stuck' }, language))
      return { ...ended, isReplanned: true }
    const [[first] = []] = choices
    const candidate = best?.candidate ?? (first && { ...first, ...ANY_APPROACH })
    if (!candidate) return { ...ended, isReplanned: false }
    const { step: written, goal } = candidate
    const others = left.filter(({ goals }) => !goals.includes(written))
    const rest = others.map(({ step }) => step)
    record(goalChosen(goal, ranked, observation))
    const rivals = rules.selector.reconsiders ? competingGoals(written, ranked, language) : []
    const outcome = await environment.execute(goal, signal, { ...candidate, rivals, rest })
    if (!outcome.ok) {
      const { failure } = outcome
      // The goal was preempted: the selector chooses again.
      if (failure.kind === 'interrupted') continue
      failures.push({ goal: written, failure })
      left = left.map((one) => (one.goals.includes(written) ? tried(one, written, failure) : one))
      const failed = left.find(({ goals }) => goals.length === 0)
      if (!failed) continue
      const detail = failed.details.join('; ')
      const account = { goal: failed.step, failure: { kind: failure.kind, detail } }
      return { ...ended, failed: account, rest, isReplanned: false }
    }
    done.push(written)
    left = others
    if (policy.shouldReplan({ kind: 'reached', goal }, language))
      return { ...ended, rest, isReplanned: true }
  }
}

/** The gathering goals that were not chosen. */
function competingGoals(
  chosen: Goal,
  ranked: readonly Scored[],
  language: StrategyContext['environment']['language'],
): CompetingGoal[] {
  const others = ranked.filter(({ candidate }) => candidate.step !== chosen)
  return [...Map.groupBy(others, ({ candidate }) => candidate.step)].flatMap(
    ([step, candidates]) => {
      const kinds = language.sources(step)
      const ticks = candidates.map(
        ({ candidate }) => candidate.source?.ticks ?? Number.POSITIVE_INFINITY,
      )
      return kinds.length > 0 ? { kinds, ticks: Math.min(...ticks) } : []
    },
  )
}

/** The goals of a step to try now: goals whose searches failed before wait until all others have failed. */
function unlessLost(goals: readonly Goal[], isLost: (goal: Goal) => boolean): readonly Goal[] {
  const known = goals.filter((goal) => !isLost(goal))
  return known.length > 0 ? known : goals
}

/** The step after one of its goals has failed. */
function tried({ step, goals, details }: OpenStep, goal: Goal, { detail }: Failure): OpenStep {
  return { step, goals: goals.filter((one) => one !== goal), details: [...details, detail] }
}

function rank(
  choices: readonly (readonly OpenGoal[])[],
  selector: Selector,
  language: StrategyContext['environment']['language'],
  observation: Observation,
): readonly Scored[] {
  const { inventory, near } = observation
  const all = selector.scope === 'next' ? (choices[0] ?? []) : inReach(choices, language)
  const goals = all.map(({ goal }) => goal)
  const possible = selector.scope === 'next' ? goals : language.possible(goals, inventory, near)
  const open = choices.flat().map(({ goal }) => goal)
  const candidates = all
    .filter(({ goal }) => possible.includes(goal))
    .flatMap(({ step, goal }) => {
      const known = candidatesFor(language, [goal], observation)
      return [...known, ...stoneOnDescent(goal, known, open, observation)].map((candidate) => ({
        ...candidate,
        step,
      }))
    })
  return selector.choose(candidates, observation)
}

/** All goals but those that lead to another dimension while earlier steps are open. */
function inReach(
  [first = [], ...later]: readonly (readonly OpenGoal[])[],
  language: StrategyContext['environment']['language'],
): readonly OpenGoal[] {
  const others = later.flat().filter(({ goal }) => !language.skill(goal.skill).leaves)
  return [...first, ...others]
}

/**
 * The part of a gathering goal that is left to do: of materials, no more than later steps need beyond the inventory. Other
 * goals stay as they are.
 * @returns null when nothing is left to do.
 */
function remaining(
  goal: Goal,
  rest: Plan,
  wanted: ItemCounts,
  language: StrategyContext['environment']['language'],
  observation: Observation,
): Goal | null {
  if (language.sources(goal).length === 0) return goal
  const target: Record<string, number> = {}
  for (const [item, count] of Object.entries(goal.target)) {
    const left =
      item in wanted ? count : Math.min(count, stillNeeded(item, rest, language, observation))
    if (left > 0) target[item] = left
  }
  return Object.keys(target).length > 0 ? { ...goal, target } : null
}

/**
 * How many more of an item, or of a tag, steps need beyond the inventory: by the sum of their materials, or by a single
 * step where that is more. A bed lacks wool, for example, when the agent carries three pieces of different colours.
 */
function stillNeeded(
  item: string,
  rest: Plan,
  language: StrategyContext['environment']['language'],
  { registry, inventory, near }: Observation,
): number {
  const isItem = (name: string) => hasTag(registry, item, name) || hasTag(registry, name, item)
  const used = rest.flatMap(({ using }) => Object.entries(using)).filter(([name]) => isItem(name))
  const sum = used.reduce((total, [, count]) => total + count, 0)
  const lacking = rest.flatMap((step) =>
    language
      .missing(step, inventory, near)
      .map((one) => (one.kind === 'missing-material' && isItem(one.item) ? one.count : 0)),
  )
  return Math.max(sum - countOf(registry, inventory, item), ...lacking)
}
