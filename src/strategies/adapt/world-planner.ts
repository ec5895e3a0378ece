import type { Environment } from '#agent/environment/environment'
import type { CostModel } from '#agent/planner/cost-model'
import { FUELS, fuelNeeded } from '#goal/choices'
import type { Goal } from '#goal/goal'
import type { Recipe } from '#goal/skill-spec'
import { countOf } from '#knowledge/item-tags'
import { STONE_PICKAXE } from '#knowledge/stone-route'
import { satisfies, toolType } from '#knowledge/tools'
import { joined, leaf, type PlanTree } from './plan-tree.ts'
import type { Decomposer, Decomposition, Failure } from './roles.ts'
import { goalBy, isMet, lackingFor, type Thing, type WorldTask } from './world-task.ts'

/**
 * Number of stone pickaxes for the stone above a deep ore, besides the tool that mines the ore: digging down wears them
 * out. This is knowledge of one route (`#knowledge/stone-route`).
 */
const DIGGING_TOOLS = 3
/** Alternatives for one item that a plan offers. */
const MAX_WAYS = 2

interface Lacking {
  readonly name: string
  readonly count: number
}

/**
 * Splits tasks in Minecraft by recipes, drops and tools, without a model: the needs of a recipe AND the recipe, joined by
 * OR where there are several recipes.
 */
export class WorldPlanner implements Decomposer<WorldTask, null> {
  readonly #environment: Environment
  readonly #costs: CostModel

  constructor(environment: Environment, costs: CostModel) {
    this.#environment = environment
    this.#costs = costs
  }

  decompose(task: WorldTask, failure: Failure): Promise<Decomposition<WorldTask>> {
    const plan = this.#split(task)
    return Promise.resolve(plan ? { ok: true, plan } : failure)
  }

  #split(task: WorldTask): PlanTree<WorldTask> | undefined {
    if (task.kind === 'wear' || task.kind === 'do') return undefined
    const lacking = lackingFor(this.#environment.observe(), this.#costs, task)
    if (task.kind === 'make')
      return this.#lacks(lacking, task.by) ? this.#planBy(lacking, task.by) : undefined
    // The executor has already tried each of these recipes without success.
    const tried = this.#costs
      .easyRecipes(lacking.name, lacking.count)
      .filter((recipe) => !this.#lacks(lacking, recipe))
    const plans = this.#costs
      .rankedRecipes(lacking.name, lacking.count)
      .filter((recipe) => !tried.includes(recipe))
      .slice(0, MAX_WAYS)
      .map((recipe) => this.#planBy(lacking, recipe))
    return plans.length > 0 ? joined('or', plans) : undefined
  }

  #planBy({ name, count }: Lacking, by: Recipe): PlanTree<WorldTask> {
    const observation = this.#environment.observe()
    const { registry, inventory } = observation
    const goal = goalBy(observation, name, count, by)
    const needs = this.#inOrder([...this.#materials(goal), ...stationsAndTools(goal, by)])
    const plans: PlanTree<WorldTask>[] = needs.map(leaf)
    if (by.burnTicks > 0) plans.push(this.#fuel(goal))
    const sum = countOf(registry, inventory, name) + count
    return joined('and', [...plans, leaf({ kind: 'make', name, count: sum, by })])
  }

  /** The materials of a goal, and more of an item where the inventory holds a mixture of its variants. */
  #materials(goal: Goal): Thing[] {
    const { language } = this.#environment
    const { registry, inventory, near } = this.#environment.observe()
    const wanted = new Map(Object.entries(goal.using))
    for (const missing of language.missing(goal, inventory, near)) {
      if (missing.kind !== 'missing-material') continue
      const { item, count } = missing
      const sum = countOf(registry, inventory, item) + count
      wanted.set(item, Math.max(sum, wanted.get(item) ?? 0))
    }
    return [...wanted].map(([name, count]): Thing => ({ kind: 'have', name, count }))
  }

  #fuel({ target }: Goal): PlanTree<WorldTask> {
    const { registry } = this.#environment.language
    const items = Object.values(target).reduce((sum, count) => sum + count, 0)
    const fuels = FUELS.map((fuel) => ({ name: fuel, count: fuelNeeded(registry, fuel, items) }))
      .filter(({ name, count }) => this.#costs.ticks(name, count) < Infinity)
      .map((fuel) => leaf({ kind: 'have', ...fuel } as const))
    return joined('or', fuels)
  }

  #lacks({ name, count }: Lacking, by: Recipe): boolean {
    const { language } = this.#environment
    const observation = this.#environment.observe()
    const { inventory, near } = observation
    const goal = goalBy(observation, name, count, by)
    return language.missing(goal, inventory, near).length > 0
  }

  /** Orders needs so that obtaining one does not consume an earlier one; needs that are met come last. */
  #inOrder(needs: readonly Thing[]): Thing[] {
    const observation = this.#environment.observe()
    const ordered: Thing[] = []
    let open = [...needs].sort(
      (a, b) => Number(isMet(observation, a)) - Number(isMet(observation, b)),
    )
    while (open.length > 0) {
      const first =
        open.find((one) => open.every((other) => !this.#costs.mayUse(other.name, one.name))) ??
        open[0]
      if (first) ordered.push(first)
      open = open.filter((one) => one !== first)
    }
    return ordered
  }
}

function stationsAndTools({ tool }: Goal, by: Recipe): Thing[] {
  if (tool === null) return []
  if (toolType(tool) === undefined) return [{ kind: 'station', name: tool }]
  const needed: Thing = { kind: 'tool', name: tool, count: 1 }
  const isDeep = by.tunnel > 0 && by.tool && satisfies(by.tool, STONE_PICKAXE)
  if (!isDeep) return [needed]
  const spare: Thing = { kind: 'tool', name: STONE_PICKAXE, count: DIGGING_TOOLS }
  return by.tool === STONE_PICKAXE ? [spare] : [needed, spare]
}
