import type { Selector } from '../../../selector/selector.ts'
import type { Goal, ItemCounts } from '../../goal/goal.ts'
import type { ChatModel } from '../../llm/model.ts'
import { sourcesOf } from '../deps/candidates.ts'
import { noAnswer, WatchedModel } from '../model/watched-model.ts'
import type { Strategy, StrategyContext, StrategyTask } from '../strategy.ts'
import { adaptPlan } from './adapt.ts'
import { joined, leaf, type PlanTree } from './plan-tree.ts'
import type { AdaptEvent } from './trace.ts'
import { Ways } from './ways.ts'
import { worldOrder } from './world-order.ts'
import { type WorldRun, worldRoles } from './world-roles.ts'
import { type WorldTask, worldTaskText } from './world-task.ts'

/** Runs in a row that bring nothing before it gives up. */
const MAX_FRUITLESS = 6
/** Tries of the executor in one run of the recursion. */
const MAX_RUNS = 200
/** Searches in vain after which a source is taken for not to be had. */
const GIVE_UP_SOURCE = 2

export interface AdaptSettings {
  readonly selector: Selector
  /** d_max. A diamond pickaxe is 12 deep: each tool, material and station on the way is a level. */
  readonly maxDepth: number
  /** The language model that plans and, as executor, acts in the manner of ReAct; null leaves both to rules. */
  readonly llm: { readonly model: ChatModel; readonly executor: 'skills' | 'react' } | null
  onEvent?(event: AdaptEvent): void
}

/** d_max in Minecraft when nothing else is asked for. */
export const WORLD_MAX_DEPTH = 16

/**
 * ADaPT in the world: the recursion over the controller's skills. When a run of it fails, it begins anew
 * from what is there by then, and does without what could not be found.
 */
export class AdaptStrategy implements Strategy {
  readonly name = 'adapt'
  readonly #settings: AdaptSettings
  readonly #model: WatchedModel | null

  constructor(settings: AdaptSettings) {
    this.#settings = settings
    this.#model = settings.llm && new WatchedModel(settings.llm.model)
  }

  async pursue(task: StrategyTask, context: StrategyContext): Promise<string> {
    const { world, signal } = context
    const lost = new Map<string, number>()
    const onNotFound = (goal: Goal) => {
      for (const source of sourcesOf(world, goal)) lost.set(source, (lost.get(source) ?? 0) + 1)
    }
    let reason = ''
    for (let fruitless = 0; fruitless < MAX_FRUITLESS; fruitless++) {
      const before = world.inventory
      const gone = [...lost].filter(([, times]) => times >= GIVE_UP_SOURCE).map(([name]) => name)
      const ways = new Ways(world.registry, new Set(gone))
      const isPossible = Object.keys(task.target).every((name) => ways.ticks(name, 1) < Infinity)
      // A model may know better.
      if (!isPossible && gone.length === 0 && !this.#model)
        return `there is no way to ${Object.keys(task.target)}`
      // What could not be found before may be found elsewhere.
      if (!isPossible) lost.clear()
      const { selector, maxDepth, llm, onEvent } = this.#settings
      const run: WorldRun = {
        context,
        selector,
        ways,
        unavailable: new Set(gone),
        isRetry: fruitless > 0,
        onNotFound,
      }
      const result = await adaptPlan(
        rootPlan(task),
        {
          ...worldRoles(this.#model, llm?.executor ?? 'skills', run),
          maxDepth,
          maxRuns: MAX_RUNS,
          observe: () => null,
          nameOf: worldTaskText,
          order: worldOrder(world, ways, selector),
          ...(onEvent && { record: onEvent }),
        },
        signal,
      )
      signal.throwIfAborted()
      if (this.#model?.failure) return noAnswer(this.#model.failure)
      if (result.ok) await world.settle()
      signal.throwIfAborted()
      if (hasGained(before, world.inventory)) fruitless = -1
      reason = result.failure?.reason ?? 'all is done'
    }
    return `run after run led to nothing; at last: ${reason}`
  }
}

function rootPlan({ target, wear }: StrategyTask): PlanTree<WorldTask> {
  const have = Object.entries(target).map(
    ([name, count]): WorldTask => ({ kind: 'have', name, count }),
  )
  const tasks: WorldTask[] = wear === null ? have : [...have, { kind: 'wear', name: wear }]
  return joined('and', tasks.map(leaf))
}

/** Whether there is more of anything. */
function hasGained(before: ItemCounts, after: ItemCounts): boolean {
  return Object.entries(after).some(([item, count]) => count > (before[item] ?? 0))
}
