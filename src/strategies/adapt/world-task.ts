import type { CostModel } from '#agent/planner/cost-model'
import type { Goal, ItemCounts } from '#goal/goal'
import type { Observation } from '#goal/observation'
import { goalText } from '#goal/print'
import type { Recipe } from '#goal/skill-spec'
import { isWorn } from '#goal/success'
import { countOf } from '#knowledge/item-tags'
import { satisfies } from '#knowledge/tools'

/** A task of ADaPT in Minecraft. */
export type WorldTask =
  /** Carry `count` of an item or tag, however the agent obtains them. */
  | { readonly kind: 'have'; readonly name: string; readonly count: number }
  /** The same, by one recipe. */
  | { readonly kind: 'make'; readonly name: string; readonly count: number; readonly by: Recipe }
  /** Carry `count` tools that are at least as good as this one. */
  | { readonly kind: 'tool'; readonly name: string; readonly count: number }
  /** Carry a crafting table or furnace, or stand near one. */
  | { readonly kind: 'station'; readonly name: string }
  | { readonly kind: 'wear'; readonly name: string }
  /** Reach one goal: a step in a model's own words. */
  | { readonly kind: 'do'; readonly goal: Goal }

/** A task to have an item, however the agent obtains it. */
export type Thing = Extract<WorldTask, { kind: 'have' | 'tool' | 'station' }>

/** A task in one line, for logs, displays and models. */
export function worldTaskText(task: WorldTask): string {
  switch (task.kind) {
    case 'have':
      return `have ${task.count} ${task.name}`
    case 'make':
      return `${task.by.skill} up to ${task.count} ${task.name}`
    case 'tool':
      return `have ${task.count} ${task.name} or better`
    case 'station':
      return `have a ${task.name} at hand`
    case 'wear':
      return `wear ${task.name}`
    case 'do':
      return goalText(task.goal)
  }
}

/** Whether a task is already achieved; a goal never is. */
export function isMet({ registry, inventory, near, worn }: Observation, task: WorldTask): boolean {
  switch (task.kind) {
    case 'have':
    case 'make':
      return countOf(registry, inventory, task.name) >= task.count
    case 'tool':
      return countServing(inventory, task.name) >= task.count
    case 'station':
      return near.has(task.name) || countOf(registry, inventory, task.name) > 0
    case 'wear':
      return isWorn(registry, worn, task.name)
    case 'do':
      return false
  }
}

/** How many tools in an inventory are at least as good as a given tool. */
function countServing(inventory: ItemCounts, tool: string): number {
  const serving = Object.entries(inventory).filter(([item]) => satisfies(item, tool))
  return serving.reduce((sum, [, count]) => sum + count, 0)
}

/** The item that a task still lacks, and how many of it. */
export function lackingFor(
  { registry, inventory }: Observation,
  costs: CostModel,
  task: Exclude<WorldTask, { kind: 'wear' | 'do' }>,
): { readonly name: string; readonly count: number } {
  switch (task.kind) {
    case 'have':
    case 'make':
      return { name: task.name, count: task.count - countOf(registry, inventory, task.name) }
    case 'tool':
      return {
        name: costs.cheapestTool(task.name),
        count: task.count - countServing(inventory, task.name),
      }
    case 'station':
      return { name: task.name, count: 1 }
  }
}

/** The goal that puts an item on. */
export function wearGoal(name: string): Goal {
  return { skill: 'equip', target: { [name]: 1 }, using: {}, tool: null }
}

/** The goal that obtains a number of items by one recipe. */
export function goalBy(
  { inventory }: Observation,
  name: string,
  count: number,
  { skill, uses, makes, tool }: Recipe,
): Goal {
  const times = Math.ceil(count / makes)
  const using = Object.fromEntries(Object.entries(uses).map(([part, each]) => [part, each * times]))
  const atHand = tool && Object.keys(inventory).find((item) => satisfies(item, tool))
  return { skill, target: { [name]: times * makes }, using, tool: atHand || tool }
}
