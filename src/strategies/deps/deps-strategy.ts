import { SETTLE_TICKS } from '#agent/environment/environment'
import type { Explainer, Explanation } from '#agent/explainer/explainer'
import type { PlanFeedback, Planner, Task } from '#agent/planner/planner'
import type { Goal } from '#goal/goal'
import { hasGained } from '#goal/goal'
import { holds, isWorn } from '#goal/success'
import type { Selector } from '#selector/selector'
import { counted } from '#wire/wording'
import { RemainingWork } from '../remaining-work.ts'
import type { Strategy, StrategyContext } from '../strategy.ts'
import { executePlan, type PlanExecution } from './execute-plan.ts'
import { ExecutedGoals } from './executed-goals.ts'
import { LostSources } from './lost-sources.ts'
import type { PlanMemory } from './plan-memory.ts'
import type { ReplanPolicy } from './replan-policy.ts'

/** The parts of DEPS. The descriptor and the environment with its controller come with the context. */
export interface DepsParts {
  readonly explainer: Explainer
  readonly planner: Planner
  readonly selector: Selector
  /** Keeps the goals of tasks that were reached; null for none. */
  readonly memory?: PlanMemory | null
  readonly policy: ReplanPolicy
  /** How often DEPS may plan again after a failure (Table 4 of the paper); Infinity for no limit. */
  readonly rounds: number
}

const NOTHING_SAID: Explanation = { kind: 'nothing' }
/** Plans in a row without a gain after which DEPS gives up. Plans by rules cost next to nothing. */
const MAX_FRUITLESS = 12
const MAX_FRUITLESS_BY_RULES = 40

/**
 * DEPS (Algorithm 1), in any environment: plan, select the next goal among the goals that can be done now, execute it,
 * describe a failure, explain it, and plan again, as often as the rounds allow.
 */
export class DepsStrategy implements Strategy {
  readonly name = 'deps'
  readonly #parts: DepsParts

  constructor(parts: DepsParts) {
    this.#parts = parts
  }

  async pursue(task: Task, context: StrategyContext): Promise<string> {
    const { memory } = this.#parts
    if (!memory) return this.#pursue(task, context)
    const executed = new ExecutedGoals(context.environment)
    const start = executed.observe()
    try {
      return await this.#pursue(task, { ...context, environment: executed })
    } finally {
      // The trial's signal ends this method as soon as the target is held.
      const { registry, inventory, worn, tick } = executed.observe()
      const { target, wear } = task
      if (holds(registry, inventory, target) && (wear === null || isWorn(registry, worn, wear))) {
        const text = memory.store(task, start.inventory, executed.goals, tick - start.tick)
        const count = text.startsWith('stored') ? 1 : 0
        context.record({ type: 'plan-memory', what: 'store', count, text })
      }
    }
  }

  async #pursue(task: Task, context: StrategyContext): Promise<string> {
    const { planner, selector, policy, rounds } = this.#parts
    const { environment, signal, record, maxTicks } = context
    const lost = new LostSources(environment.language)
    let feedback: PlanFeedback | null = null
    let reason = 'start'
    let work: RemainingWork | null = null
    let maxFruitless = MAX_FRUITLESS
    for (let round = 0, fruitless = 0; fruitless < maxFruitless; fruitless++) {
      if (round > rounds) return `the limit of ${counted(rounds, 'round')} of replanning is reached`
      const observation = environment.observe()
      const ticksLeft = maxTicks === undefined ? undefined : maxTicks - observation.tick
      const planned = await planner.plan(
        { task, observation, unavailable: lost.all, ticksLeft, feedback },
        signal,
      )
      signal.throwIfAborted()
      if (!planned.ok) {
        if (!planned.isUnreadable && lost.all.size === 0) return planned.reason
        if (!planned.isUnreadable) lost.clear()
        reason = planned.reason
        round++
        continue
      }
      const { plan, isExact } = planned
      if (!isExact) work ??= new RemainingWork(environment.language, task, observation)
      maxFruitless = isExact ? MAX_FRUITLESS_BY_RULES : MAX_FRUITLESS
      record({ type: 'plan', reason, goals: [...plan] })
      const exactFor = isExact ? task.target : null
      const isLost = (goal: Goal) => lost.haveFailed(goal)
      const execution = await executePlan(plan, { selector, policy, exactFor, isLost }, context)
      for (const { goal, failure } of execution.failures)
        if (failure.kind === 'not-found') lost.notFound(goal)
      const after = environment.observe()
      const isGain = work
        ? work.hasShrunk(observation, after)
        : hasGained(observation.inventory, after.inventory)
      if (isGain) fruitless = -1
      if (execution.isReplanned) {
        reason = 'the inventory has changed'
        continue
      }
      round++
      const { failed } = execution
      // If the agent holds the target, the trial ends during this wait.
      if (!failed) await environment.wait(SETTLE_TICKS, signal)
      const given = await this.#feedback(execution, task, context, round <= rounds)
      if (given.explanation.kind === 'gone') return given.explanation.reason
      feedback = { ...given, explanation: textOf(given.explanation) }
      reason = failed ? `${failed.goal.skill} failed: ${failed.failure.kind}` : 'the plan is done'
    }
    return maxFruitless === MAX_FRUITLESS_BY_RULES
      ? 'too many plans in a row gained nothing'
      : `too many plans in a row gained nothing; the last: ${reason}`
  }

  /** Describes the outcome of a plan and, before another plan, has a failure explained. */
  async #feedback(
    { done, failed, rest }: PlanExecution,
    task: Task,
    { environment, descriptor, signal, record }: StrategyContext,
    isContinued: boolean,
  ): Promise<Omit<PlanFeedback, 'explanation'> & { readonly explanation: Explanation }> {
    const observation = environment.observe()
    const missed = failed ? null : task
    const description = descriptor.describe({ done, failed, rest, missed, observation })
    if (description !== null) record({ type: 'failure-description', text: description })
    const explanation =
      failed && description !== null && isContinued
        ? await this.#parts.explainer.explain(failed.goal, description, signal)
        : NOTHING_SAID
    signal.throwIfAborted()
    return { description, explanation, failed }
  }
}

function textOf(explanation: Explanation): string | null {
  return explanation.kind === 'said' ? explanation.text : null
}
