import type { Candidate, Selector } from '../../../selector/selector.ts'
import type { Goal, ItemCounts } from '../../goal/goal.ts'
import { missingFor } from '../../goal/preconditions.ts'
import { sourcesOf } from '../candidates.ts'
import type { GoalWorld } from '../llm/goal-world.ts'
import type { Strategy, StrategyContext, StrategyTask } from '../llm/strategy.ts'
import { adaptPlan } from './adapt.ts'
import { type BranchOrder, SelectorOrder } from './branch-order.ts'
import { joined, leaf, type PlanTree } from './plan-tree.ts'
import type { AdaptEvent } from './trace.ts'
import { Ways } from './ways.ts'
import { WorldExecutor } from './world-executor.ts'
import { WorldPlanner } from './world-planner.ts'
import { goalBy, isMet, lackingFor, type WorldTask, worldTaskText } from './world-task.ts'

/** Runs in a row that bring nothing before it gives up. */
const MAX_FRUITLESS = 6
/** Tries of the executor in one run of the recursion. */
const MAX_RUNS = 400
/** Searches in vain after which a source is taken for not to be had. */
const GIVE_UP_SOURCE = 2

export interface AdaptSettings {
  readonly selector: Selector
  /** d_max. A diamond pickaxe is 12 deep: each tool, material and station on the way is a level. */
  readonly maxDepth: number
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

  constructor(settings: AdaptSettings) {
    this.#settings = settings
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
      const ways = new Ways(world.kinds, new Set(gone))
      const isPossible = Object.keys(task.target).every((name) => ways.ticks(name, 1) < Infinity)
      if (!isPossible && gone.length === 0) return `there is no way to ${Object.keys(task.target)}`
      // What could not be found before may be found elsewhere.
      if (!isPossible) lost.clear()
      const { selector, maxDepth, onEvent } = this.#settings
      const result = await adaptPlan(
        rootPlan(task),
        {
          executor: new WorldExecutor({ context, ways, selector, onNotFound }),
          planner: new WorldPlanner(world, ways),
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

/** The selector's choice among ways, and among things that do not use up one another. */
function worldOrder(world: GoalWorld, ways: Ways, selector: Selector): BranchOrder<WorldTask> {
  const isThing = ({ kind }: WorldTask) => kind !== 'make' && kind !== 'wear'
  return new SelectorOrder(
    selector,
    (task) => assess(world, ways, task),
    (one, other) =>
      isThing(one) &&
      isThing(other) &&
      !ways.mayUse(one.name, other.name) &&
      !ways.mayUse(other.name, one.name),
  )
}

function assess(world: GoalWorld, ways: Ways, task: WorldTask): Candidate {
  const { kinds, inventory, near } = world
  const goal: Goal = { skill: 'equip', target: { [task.name]: 1 }, using: {}, tool: null }
  const candidate: Candidate = { goal, distance: 0, searchTicks: 0, workTicks: 0 }
  if (task.kind === 'wear' || isMet(world, task)) return candidate
  const { name, count } = lackingFor(world, ways, task)
  const [method] = task.kind === 'make' ? [task.by] : ways.to(name, count)
  const next = method && goalBy(world, name, count, method)
  if (next && missingFor(kinds, next, inventory, { near }).length === 0) return world.assess(next)
  return { ...candidate, goal: next ?? goal, workTicks: ways.ticks(name, count) }
}

/** Whether there is more of anything. */
function hasGained(before: ItemCounts, after: ItemCounts): boolean {
  return Object.entries(after).some(([item, count]) => count > (before[item] ?? 0))
}
