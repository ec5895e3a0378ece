import { SETTLE_TICKS } from '#agent/environment/environment'
import type { Task } from '#agent/planner/planner'
import { stateText } from '#agent/state-text'
import type { Goal } from '#goal/goal'
import { readCall } from '#goal/repair/calls'
import { repairName } from '#goal/repair/names'
import { holds, isWorn } from '#goal/success'
import { countOf } from '#knowledge/item-tags'
import { executePlan, IN_ORDER } from '../deps/execute-plan.ts'
import { LostSources } from '../deps/lost-sources.ts'
import type { StrategyContext } from '../strategy.ts'
import type { PlanWorld, Seen } from './plan-world.ts'

/** Runs a solution's calls as goals in an environment of trials. Its observations are the descriptor's texts. */
export class GoalWorld implements PlanWorld {
  /** Number of goals that were tried. */
  actions = 0
  readonly #task: Task
  readonly #context: StrategyContext
  readonly #lost: LostSources

  constructor(task: Task, context: StrategyContext) {
    this.#task = task
    this.#context = context
    this.#lost = new LostSources(context.environment.language)
  }

  count(item: string): number {
    const { language } = this.#context.environment
    const name = repairName(language, item)
    if (name === undefined) return 0
    return countOf(language.registry, this.#context.environment.observe().inventory, name)
  }

  inventory(): ReadonlyMap<string, number> {
    return new Map(Object.entries(this.#context.environment.observe().inventory))
  }

  async act(...[name, args]: Parameters<PlanWorld['act']>): Promise<Seen> {
    const { environment, record } = this.#context
    const step = readCall(environment.language, name, args)
    switch (step.type) {
      case 'nothing':
        return { text: 'The agent does that by itself.', isDone: true }
      case 'problem':
        record({ type: 'answer-rejected', purpose: 'program', problem: step.message })
        return { text: `Nothing is done: ${step.message}.`, isDone: false }
      case 'goal':
        return this.#carryOut(step.goal)
    }
  }

  state(): string {
    return stateText(this.#context.environment.observe(), this.#lost.all)
  }

  async isDone(signal: AbortSignal): Promise<boolean> {
    // If the agent holds the target, the trial ends during this wait.
    await this.#context.environment.wait(this.isReached() ? SETTLE_TICKS : 1, signal)
    return false
  }

  /** Whether the agent carries the task's items, and wears the item that the task asks to wear. */
  isReached(): boolean {
    const { environment } = this.#context
    const { inventory, worn } = environment.observe()
    const { registry } = environment.language
    const { target, wear } = this.#task
    return (wear === null || isWorn(registry, worn, wear)) && holds(registry, inventory, target)
  }

  async #carryOut(goal: Goal): Promise<Seen> {
    const { environment, descriptor } = this.#context
    this.actions++
    const { done, failed, failures } = await executePlan([goal], IN_ORDER, this.#context)
    for (const one of failures) if (one.failure.kind === 'not-found') this.#lost.notFound(one.goal)
    const observation = environment.observe()
    const text = descriptor.describe({ done, failed, rest: [], missed: null, observation })
    return { text: text ?? (failed ? 'It failed.' : 'It is done.'), isDone: !failed }
  }
}
