import type { Environment } from '#agent/environment/environment'
import type { CostModel } from '#agent/planner/cost-model'
import type { Goal, ItemCounts } from '#goal/goal'
import { missingText } from '#goal/missing'
import { goalText } from '#goal/print'
import { isReached } from '#goal/success'
import type { Candidate, Selector } from '#selector/selector'
import { candidatesFor } from '../deps/candidates.ts'
import { goalChosen } from '../deps/goal-chosen.ts'
import type { StrategyContext } from '../strategy.ts'
import type { Execution, Executor } from './roles.ts'
import { goalBy, isMet, lackingFor, type WorldTask, wearGoal } from './world-task.ts'

/** How often a skill may fail at one task before the task is taken for too hard. */
const TRIES = 3

export interface WorldExecutorOptions {
  readonly context: StrategyContext
  readonly costs: CostModel
  readonly selector: Selector
  /** Told of goals whose source was looked for in vain. */
  onNotFound(goal: Goal): void
}

/**
 * The executor of ADaPT in Minecraft: the controller with its skills. It does by itself what takes one
 * goal whose preconditions hold; anything else is too hard for it.
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
      if (!best) return { ok: false, kind: 'failed', reason: this.#lack(goals), log }
      const { goal } = best
      if (tries >= TRIES)
        return { ok: false, kind: 'failed', reason: `${goalText(goal)} failed ${TRIES} times`, log }
      const outcome = await environment.execute(goal, signal, best)
      log.push(`${goalText(goal)}: ${outcome.ok ? 'done' : outcome.failure.kind}`)
      if (outcome.ok && environment.language.skill(goal.skill).shows === 'nothing') break
      if (outcome.ok) continue
      const { failure } = outcome
      const failed = { goal, failure }
      const observation = environment.observe()
      const text = descriptor.describe({ done: [], failed, rest: [], missed: null, observation })
      if (text !== null) record({ type: 'failure-description', text })
      if (failure.kind === 'not-found') onNotFound(goal)
    }
    return { ok: true, log }
  }

  /** The goals that would do it, whether or not they can be tried now; the least work first. */
  #goals(task: WorldTask): Goal[] {
    const { context, costs } = this.#options
    const observation = context.environment.observe()
    if (task.kind === 'do') return [task.goal]
    if (task.kind === 'wear') return [wearGoal(task.name)]
    const { name, count } = lackingFor(observation, costs, task)
    const ways = task.kind === 'make' ? [task.by] : costs.easyWays(name, count)
    return ways.map((way) => goalBy(observation, name, count, way))
  }

  /** What the selector takes of the goals that can be tried now; undefined when none can. */
  #choose(goals: readonly Goal[]): Candidate | undefined {
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
    if (!goal) return 'there is no way to it'
    const missing = environment.language.missing(goal, inventory, near)
    return `${goalText(goal)} ${missingText(missing)}`
  }
}

/** Whether a task is done, told from what was carried when it was begun and is now. */
function isDone(environment: Environment, task: WorldTask, before: ItemCounts): boolean {
  const observation = environment.observe()
  if (task.kind !== 'do') return isMet(observation, task)
  const { inventory, worn } = observation
  return isReached(environment.language, task.goal, before, inventory, worn)
}
