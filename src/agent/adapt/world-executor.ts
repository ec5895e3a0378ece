import type { Scored, Selector } from '../../../selector/selector.ts'
import type { Goal, ItemCounts } from '../../goal/goal.ts'
import type { Failure as SkillFailure } from '../../goal/outcome.ts'
import { missingFor, missingText } from '../../goal/preconditions.ts'
import { goalText } from '../../goal/print.ts'
import { isReached } from '../../goal/success.ts'
import type { Environment } from '../environment/environment.ts'
import type { StrategyContext } from '../strategy.ts'
import type { Execution, Executor } from './roles.ts'
import type { Ways } from './ways.ts'
import { goalBy, isMet, lackingFor, type WorldTask, wearGoal } from './world-task.ts'

/** How often a skill may fail at one task before the task is taken for too hard. */
const TRIES = 3

export interface WorldExecutorOptions {
  readonly context: StrategyContext
  readonly ways: Ways
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
    const { world, record, signal } = this.#options.context
    const before = world.inventory
    const log: string[] = []
    for (let tries = 0; !isDone(world, task, before); tries++) {
      const goals = this.#goals(task)
      const [best] = this.#ranked(goals)
      if (!best) return { ok: false, kind: 'failed', reason: this.#lack(goals), log }
      const goal = best.candidate.goal
      if (tries >= TRIES)
        return { ok: false, kind: 'failed', reason: `${goalText(goal)} failed ${TRIES} times`, log }
      const result = await world.carryOut(goal, false)
      signal.throwIfAborted()
      log.push(`${goalText(goal)}: ${result.ok ? 'done' : result.failure.kind}`)
      if (result.ok) continue
      const { failure } = result
      const text = world.describe({ done: [], failed: goal, failure, rest: [] })
      record({ type: 'failure-description', text })
      await this.#afterFailure(goal, failure)
    }
    return { ok: true, log }
  }

  async #afterFailure(goal: Goal, failure: SkillFailure): Promise<void> {
    const { context, onNotFound } = this.#options
    if (failure.kind === 'not-found') onNotFound(goal)
    await context.world.recover(failure)
    context.signal.throwIfAborted()
  }

  /** The goals that would do it, whether or not they can be tried now; the least work first. */
  #goals(task: WorldTask): Goal[] {
    const { context, ways } = this.#options
    const { world } = context
    if (task.kind === 'do') return [task.goal]
    if (task.kind === 'wear') return [wearGoal(task.name)]
    const { name, count } = lackingFor(world, ways, task)
    const methods = task.kind === 'make' ? [task.by] : ways.easyTo(name, count)
    return methods.map((method) => goalBy(world, name, count, method))
  }

  /** The goals that can be tried now, that which comes next in front. */
  #ranked(goals: readonly Goal[]): Scored[] {
    const { context, selector } = this.#options
    const { world, record } = context
    const { registry, inventory, near } = world
    const possible = goals.filter(
      (goal) => missingFor(registry, goal, inventory, { near }).length === 0,
    )
    const ranked = selector.choose(possible.map((goal) => world.assess(goal)))
    const [best] = ranked
    if (best)
      record({
        type: 'goal-chosen',
        goal: best.candidate.goal,
        candidates: ranked.map(({ candidate, predictedTicks }) => ({
          goal: candidate.goal,
          predictedTicks,
        })),
      })
    return ranked
  }

  #lack([goal]: readonly Goal[]): string {
    const { registry, inventory, near } = this.#options.context.world
    if (!goal) return 'there is no way to it'
    return `${goalText(goal)} ${missingText(missingFor(registry, goal, inventory, { near }))}`
  }
}

/** Whether a task is done, told from what was carried when it was begun and is now. */
function isDone(world: Environment, task: WorldTask, before: ItemCounts): boolean {
  if (task.kind !== 'do') return isMet(world, task)
  return isReached(world.registry, task.goal, before, world.inventory, world.worn)
}
