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
import { wayDown } from './stone-on-descent.ts'

interface GoalFailure {
  readonly goal: Goal
  readonly failure: Failure
}

/** A step that is not done. */
interface OpenStep {
  readonly step: PlannedGoal
  /** Its goals that have not failed. */
  readonly goals: readonly Goal[]
  /** What was wrong with those that have. */
  readonly details: readonly string[]
}

/** A goal of an open step. */
interface OpenGoal {
  /** As the plan has it. */
  readonly step: Goal
  /** What of it is left to do. */
  readonly goal: Goal
}

/** How far a plan was carried out. */
export interface PlanExecution {
  /** Goals that are reached, one for each step that is done. */
  readonly done: readonly Goal[]
  /** The step that ended it; null when none did. */
  readonly failed: { readonly goal: PlannedGoal; readonly failure: Failure } | null
  /** All goals that failed, those among them in whose place another was tried. */
  readonly failures: readonly GoalFailure[]
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
  /** Whether a goal was tried in vain before: of goals of which any one does, such a one comes after the others. */
  isLost?(goal: Goal): boolean
}

/** Carries a plan out step by step as it stands, as strategies do that have no selector. */
export const IN_ORDER: PlanRules = {
  selector: new NoSelector(),
  policy: replanPolicy('on-failure'),
  exactFor: null,
}

/**
 * Carries out a plan until it is done, a goal fails, or the policy asks for a new plan. The selector chooses the goal
 * that comes next, from all that can be done now, each of a step's alternatives among them (DEPS, section 3.3). A step
 * fails when all of its alternatives have. Where none can be done the next of the plan is tried all the same: how it
 * fails is what the planner has to know.
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
    const rivals = rules.selector.reconsiders ? rivalsOf(written, ranked, language) : []
    const outcome = await environment.execute(goal, signal, { ...candidate, rivals, rest })
    if (!outcome.ok) {
      const { failure } = outcome
      // It has given way: the selector is asked again.
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

/** The goals that gather something and were not chosen. */
function rivalsOf(
  chosen: Goal,
  ranked: readonly Scored[],
  language: StrategyContext['environment']['language'],
): CompetingGoal[] {
  const others = ranked.filter(({ candidate }) => candidate.step !== chosen)
  return [...Map.groupBy(others, ({ candidate }) => candidate.step)].flatMap(([step, ways]) => {
    const kinds = language.sources(step)
    const ticks = ways.map(({ candidate }) => candidate.source?.ticks ?? Number.POSITIVE_INFINITY)
    return kinds.length > 0 ? { kinds, ticks: Math.min(...ticks) } : []
  })
}

/** The goals of a step that are to be tried: those that were lost before come after all others have failed. */
function unlessLost(goals: readonly Goal[], isLost: (goal: Goal) => boolean): readonly Goal[] {
  const known = goals.filter((goal) => !isLost(goal))
  return known.length > 0 ? known : goals
}

/** The step when one of its goals has failed. */
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
  const all = selector.scope === 'next' ? (choices[0] ?? []) : choices.flat()
  const goals = all.map(({ goal }) => goal)
  const possible = selector.scope === 'next' ? goals : language.possible(goals, inventory, near)
  const open = choices.flat().map(({ goal }) => goal)
  const candidates = all
    .filter(({ goal }) => possible.includes(goal))
    .flatMap(({ step, goal }) => {
      const ways = candidatesFor(language, [goal], observation)
      return [...ways, ...wayDown(goal, ways, open, observation)].map((way) => ({ ...way, step }))
    })
  return selector.choose(candidates, observation)
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
 * How many more of an item, or of any of a tag, steps need beside what is carried: by the sum of what they use, or for
 * one of them alone where that is more, as when three pieces of wool are there, but not of one colour.
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
