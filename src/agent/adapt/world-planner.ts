import { FUELS, fuelNeeded } from '../../goal/choices.ts'
import type { Goal } from '../../goal/goal.ts'
import { missingFor } from '../../goal/preconditions.ts'
import { countOf } from '../../knowledge/families.ts'
import type { GoalWorld } from '../llm/goal-world.ts'
import type { Method } from '../methods.ts'
import { joined, leaf, type PlanTree } from './plan-tree.ts'
import type { Decomposer, Decomposition, Failure } from './roles.ts'
import type { Ways } from './ways.ts'
import { goalBy, isMet, type WorldTask } from './world-task.ts'

/** Ways to one thing that are worth trying one after the other. */
const MAX_WAYS = 2

/**
 * Splits tasks in Minecraft by recipes, drops and tools, without a model: what a method takes AND the
 * method, one such plan OR another where there are several ways.
 */
export class WorldPlanner implements Decomposer<WorldTask, null> {
  readonly #world: GoalWorld
  readonly #ways: Ways

  constructor(world: GoalWorld, ways: Ways) {
    this.#world = world
    this.#ways = ways
  }

  decompose(task: WorldTask, failure: Failure): Promise<Decomposition<WorldTask>> {
    const plan = this.#split(task)
    return Promise.resolve(plan ? { ok: true, plan } : failure)
  }

  #split(task: WorldTask): PlanTree<WorldTask> | undefined {
    switch (task.kind) {
      case 'wear':
        return undefined
      case 'make':
        return this.#lacks(task) ? this.#planBy(task.name, task.count, task.by) : undefined
      case 'have':
        return this.#planFor(task.name, task.count)
      case 'tool':
        return this.#planFor(this.#ways.cheapestTool(task.name), 1)
      case 'station':
        return this.#planFor(task.name, 1)
    }
  }

  /** Plans for what lacks; but not by a way that the executor could try, and tried in vain. */
  #planFor(name: string, count: number): PlanTree<WorldTask> | undefined {
    const lacking = count - countOf(this.#world.kinds, this.#world.inventory, name)
    const tried = this.#ways.easyTo(name, lacking).filter((by) => !this.#lacks({ name, count, by }))
    const open = this.#ways.to(name, lacking).filter((method) => !tried.includes(method))
    const plans = open.slice(0, MAX_WAYS).map((method) => this.#planBy(name, count, method))
    return plans.length > 0 ? joined('or', plans) : undefined
  }

  #planBy(name: string, count: number, by: Method): PlanTree<WorldTask> {
    const goal = this.#goal({ name, count, by })
    const needs = this.#inOrder([...this.#materials(goal), ...stationsAndTools(goal)])
    const plans: PlanTree<WorldTask>[] = needs.map(leaf)
    if (goal.skill === 'smelt') plans.push(this.#fuel(goal))
    return joined('and', [...plans, leaf({ kind: 'make', name, count, by })])
  }

  /** Materials in the numbers that the goal takes, and more where what is there is of too many kinds. */
  #materials(goal: Goal): WorldTask[] {
    const { kinds, inventory, near } = this.#world
    const wanted = new Map(Object.entries(goal.using))
    for (const missing of missingFor(kinds, goal, inventory, { near })) {
      if (missing.kind !== 'missing-material') continue
      const { item, count } = missing
      const sum = countOf(kinds, inventory, item) + count
      wanted.set(item, Math.max(sum, wanted.get(item) ?? 0))
    }
    return [...wanted].map(([name, count]): WorldTask => ({ kind: 'have', name, count }))
  }

  #fuel({ target }: Goal): PlanTree<WorldTask> {
    const { kinds } = this.#world
    const items = Object.values(target).reduce((sum, count) => sum + count, 0)
    const fuels = FUELS.map((fuel) => ({ name: fuel, count: fuelNeeded(kinds, fuel, items) }))
      .filter(({ name, count }) => this.#ways.ticks(name, count) < Infinity)
      .map((fuel) => leaf({ kind: 'have', ...fuel } as const))
    return joined('or', fuels)
  }

  #goal({ name, count, by }: { name: string; count: number; by: Method }): Goal {
    const lacking = Math.max(1, count - countOf(this.#world.kinds, this.#world.inventory, name))
    return goalBy(this.#world, name, lacking, by)
  }

  #lacks(task: { name: string; count: number; by: Method }): boolean {
    const { kinds, inventory, near } = this.#world
    return missingFor(kinds, this.#goal(task), inventory, { near }).length > 0
  }

  /** Each before those that coming by it may use up; what is there already last. */
  #inOrder(needs: readonly WorldTask[]): WorldTask[] {
    const ordered: WorldTask[] = []
    let open = [...needs].sort(
      (a, b) => Number(isMet(this.#world, a)) - Number(isMet(this.#world, b)),
    )
    while (open.length > 0) {
      const first =
        open.find((one) => open.every((other) => !this.#ways.mayUse(other.name, one.name))) ??
        open[0]
      if (first) ordered.push(first)
      open = open.filter((one) => one !== first)
    }
    return ordered
  }
}

function stationsAndTools({ skill, tool }: Goal): WorldTask[] {
  if (tool === null) return []
  const isStation = skill === 'craft' || skill === 'smelt'
  return [{ kind: isStation ? 'station' : 'tool', name: tool }]
}
