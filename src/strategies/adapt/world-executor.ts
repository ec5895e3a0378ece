import type { Environment } from '#agent/environment/environment'
import type { CostModel } from '#agent/planner/cost-model'
import type { Goal, ItemCounts } from '#goal/goal'
import { missingText } from '#goal/missing'
import { goalText } from '#goal/print'
import { isReached } from '#goal/success'
import type { EstimatedCandidate, Selector } from '#selector/selector'
import { candidatesFor } from '../deps/candidates.ts'
import { goalChosen } from '../deps/goal-chosen.ts'
import type { StrategyContext } from '../strategy.ts'
import { type Execution, type Executor, failed } from './roles.ts'
import { goalBy, isMet, lackingFor, type WorldTask, wearGoal } from './world-task.ts'

/** Failures of a skill at one task after which the task counts as too hard. */
const MAX_TRIES = 3

export interface WorldExecutorOptions {
  readonly context: StrategyContext
  readonly costs: CostModel
  readonly selector: Selector
  /** Called with each goal whose source was not found. */
  onNotFound(goal: Goal): void
}

/**
 * The executor of ADaPT in Minecraft: the controller with its skills. A task is within its reach if one goal achieves it
 * and the goal's preconditions hold; any other task is too hard.
 */
export class WorldExecutor implements Executor<WorldTask, null> {
  readonly #options: WorldExecutorOptions

  constructor(options: WorldExecutorOptions) {
    this.#options = options
  }

  /** @throws the signal's reason when it fires. */
  async run(task: WorldTask): Promise<Execution> {
    const { context, onNotFound } = this.#options
    const { environment, descriptor, record, signal } = context
    const before = environment.observe().inventory
    const log: string[] = []
    for (let tries = 0; !isDone(environment, task, before); tries++) {
      const goals = this.#goals(task)
      const best = this.#choose(goals)
      if (!best) return { ...failed(this.#lack(goals)), log }
      const { goal } = best
      if (tries >= MAX_TRIES)
        return { ...failed(`${goalText(goal)} failed ${MAX_TRIES} times`), log }
      const outcome = await environment.execute(goal, signal, best)
      log.push(`${goalText(goal)}: ${outcome.ok ? 'done' : outcome.failure.kind}`)
      if (outcome.ok && environment.language.skill(goal.skill).shows === 'nothing') break
      if (outcome.ok) continue
      const { failure } = outcome
      const observation = environment.observe()
      const text = descriptor.describe({
        done: [],
        failed: { goal, failure },
        rest: [],
        missed: null,
        observation,
      })
      if (text !== null) record({ type: 'failure-description', text })
      if (failure.kind === 'not-found') onNotFound(goal)
    }
    return { ok: true, log }
  }

  /** The goals that achieve a task, whether or not they can be tried now; the least work first. */
  #goals(task: WorldTask): Goal[] {
    const { context, costs } = this.#options
    const observation = context.environment.observe()
    if (task.kind === 'do') return [task.goal]
    if (task.kind === 'wear') return [wearGoal(task.name)]
    const { name, count } = lackingFor(observation, costs, task)
    const recipes = task.kind === 'make' ? [task.by] : costs.easyRecipes(name, count)
    return recipes.map((recipe) => goalBy(observation, name, count, recipe))
  }

  /** The selector's choice among the goals that can be tried now; undefined when none can. */
  #choose(goals: readonly Goal[]): EstimatedCandidate | undefined {
    const { context, selector } = this.#options
    const { environment, record } = context
    const { language } = environment
    const observation = environment.observe()
    const possible = language.possible(goals, observation.inventory, observation.near)
    const ranked = selector.choose(candidatesFor(language, possible, observation), observation)
    const best = ranked[0]?.candidate
    if (best) record(goalChosen(best.goal, ranked, observation))
    return best
  }

  #lack([goal]: readonly Goal[]): string {
    const { environment } = this.#options.context
    const { inventory, near } = environment.observe()
    if (!goal) return 'no goal achieves it'
    const missing = environment.language.missing(goal, inventory, near)
    return `${goalText(goal)} ${missingText(missing)}`
  }
}

/** Whether a task is done, judged by the inventories at its start and now. */
function isDone(environment: Environment, task: WorldTask, before: ItemCounts): boolean {
  const observation = environment.observe()
  if (task.kind !== 'do') return isMet(observation, task)
  const { inventory, worn } = observation
  return isReached(environment.language, task.goal, before, inventory, worn)
}
