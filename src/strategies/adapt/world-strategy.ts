import { SETTLE_TICKS } from '#agent/environment/environment'
import { CostModel } from '#agent/planner/cost-model'
import type { Task } from '#agent/planner/planner'
import { hasGained } from '#goal/goal'
import type { ChatModel } from '#llm/model'
import { noAnswer, WatchedModel } from '#llm/watched-model'
import type { Selector } from '#selector/selector'
import { LostSources } from '../deps/lost-sources.ts'
import { RemainingWork } from '../remaining-work.ts'
import type { Strategy, StrategyContext } from '../strategy.ts'
import { adaptPlan } from './adapt.ts'
import type { ExecutorName, WorldRun } from './executors.ts'
import { joined, leaf, type PlanTree } from './plan-tree.ts'
import type { AdaptEvent } from './trace.ts'
import { worldOrder } from './world-order.ts'
import { worldRoles } from './world-roles.ts'
import { type WorldTask, worldTaskText } from './world-task.ts'

/** Runs in a row without a gain after which ADaPT gives up. */
const MAX_FRUITLESS = 6
/** Executor runs in one run of the recursion. */
const MAX_RUNS = 200

export interface AdaptSettings {
  readonly selector: Selector
  /** d_max. A diamond pickaxe is 12 levels deep: each tool, material and station is a level. */
  readonly maxDepth: number
  /** The language model that plans and, as executor, acts as in ReAct; null leaves both to rules. */
  readonly llm: {
    readonly model: ChatModel
    /** A separate model for the executor; null for the planner's. */
    readonly executorModel?: ChatModel | null
    readonly executor: ExecutorName
  } | null
  onEvent?(event: AdaptEvent): void
}

/** Default d_max in Minecraft. */
export const WORLD_MAX_DEPTH = 16

/**
 * ADaPT in an environment of trials: the recursion over the controller's skills. After a failed run the strategy starts
 * another run from the current inventory, and avoids the sources that it could not find.
 */
export class AdaptStrategy implements Strategy {
  readonly name = 'adapt'
  readonly #settings: AdaptSettings
  readonly #model: WatchedModel | null
  readonly #executorModel: WatchedModel | null

  constructor(settings: AdaptSettings) {
    this.#settings = settings
    this.#model = settings.llm && new WatchedModel(settings.llm.model)
    const own = settings.llm?.executorModel
    this.#executorModel = own ? new WatchedModel(own) : this.#model
  }

  async pursue(task: Task, context: StrategyContext): Promise<string> {
    const { environment, signal } = context
    const lost = new LostSources(environment.language)
    const work = this.#model && new RemainingWork(environment.language, task, environment.observe())
    let reason = ''
    for (let fruitless = 0; fruitless < MAX_FRUITLESS; fruitless++) {
      const before = environment.observe()
      const unavailable = lost.all
      const costs = new CostModel(environment.language, unavailable)
      const isPossible = Object.keys(task.target).every((name) => costs.isPossible(name))
      // A model may know a way that the rules do not.
      if (!isPossible && unavailable.size === 0 && !this.#model)
        return `there is no way to obtain ${Object.keys(task.target).join(' and ')}`
      if (!isPossible) lost.clear()
      const { selector, maxDepth, llm, onEvent } = this.#settings
      const run: WorldRun = {
        context,
        selector,
        costs,
        unavailable,
        isRetry: fruitless > 0,
        onNotFound: (goal) => lost.notFound(goal),
      }
      const result = await adaptPlan(
        rootPlan(task),
        {
          ...worldRoles(this.#model, this.#executorModel, llm?.executor ?? 'skills', run),
          maxDepth,
          maxRuns: MAX_RUNS,
          observe: () => null,
          nameOf: worldTaskText,
          order: worldOrder(environment, costs, selector),
          ...(onEvent && { record: onEvent }),
        },
        signal,
      )
      signal.throwIfAborted()
      const failure = this.#model?.failure ?? this.#executorModel?.failure
      if (failure) return noAnswer(failure)
      if (result.ok) await environment.wait(SETTLE_TICKS, signal)
      const after = environment.observe()
      const isGain = work
        ? work.hasShrunk(before, after)
        : hasGained(before.inventory, after.inventory)
      if (isGain) fruitless = -1
      reason = result.failure?.reason ?? 'all is done'
    }
    return `too many runs in a row gained nothing; the last: ${reason}`
  }
}

function rootPlan({ target, wear }: Task): PlanTree<WorldTask> {
  const have = Object.entries(target).map(
    ([name, count]): WorldTask => ({ kind: 'have', name, count }),
  )
  const tasks: WorldTask[] = wear === null ? have : [...have, { kind: 'wear', name: wear }]
  return joined('and', tasks.map(leaf))
}
