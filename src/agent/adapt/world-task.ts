import type { Goal, ItemCounts } from '../../goal/goal.ts'
import { goalText } from '../../goal/print.ts'
import { countOf } from '../../knowledge/item-tags.ts'
import { servesAs } from '../../knowledge/tools.ts'
import type { Environment } from '../environment/environment.ts'
import type { Method } from '../methods.ts'
import type { Ways } from './ways.ts'

/** A task in the world of Minecraft. */
export type WorldTask =
  /** Carry that many of a kind or tag, however they are come by. */
  | { readonly kind: 'have'; readonly name: string; readonly count: number }
  /** The same, by one method. */
  | { readonly kind: 'make'; readonly name: string; readonly count: number; readonly by: Method }
  /** Carry that many tools that can do what this one can. */
  | { readonly kind: 'tool'; readonly name: string; readonly count: number }
  /** Carry a crafting table or furnace, or stand near one. */
  | { readonly kind: 'station'; readonly name: string }
  | { readonly kind: 'wear'; readonly name: string }
  /** Carry out one goal, as a model words its steps. */
  | { readonly kind: 'do'; readonly goal: Goal }

/** A thing to have, however it is come by. */
export type Thing = Extract<WorldTask, { kind: 'have' | 'tool' | 'station' }>

/** One line for logs and displays, and for models. */
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

/** Whether there is nothing left to do; a goal always is something to do. */
export function isMet(world: Environment, task: WorldTask): boolean {
  const { registry, inventory } = world
  switch (task.kind) {
    case 'have':
    case 'make':
      return countOf(registry, inventory, task.name) >= task.count
    case 'tool':
      return countServing(inventory, task.name) >= task.count
    case 'station':
      return world.near.has(task.name) || countOf(registry, inventory, task.name) > 0
    case 'wear':
      return [...world.worn].some((item) => countOf(registry, { [item]: 1 }, task.name) > 0)
    case 'do':
      return false
  }
}

/** How many tools of an inventory can do what a given one can. */
function countServing(inventory: ItemCounts, tool: string): number {
  const serving = Object.entries(inventory).filter(([item]) => servesAs(item, tool))
  return serving.reduce((sum, [, count]) => sum + count, 0)
}

/** What has to be made or found for a task, and how many more of it. */
export function lackingFor(
  world: Environment,
  ways: Ways,
  task: Exclude<WorldTask, { kind: 'wear' | 'do' }>,
): { readonly name: string; readonly count: number } {
  const { registry, inventory } = world
  switch (task.kind) {
    case 'have':
    case 'make':
      return { name: task.name, count: task.count - countOf(registry, inventory, task.name) }
    case 'tool':
      return {
        name: ways.cheapestTool(task.name),
        count: task.count - countServing(inventory, task.name),
      }
    case 'station':
      return { name: task.name, count: 1 }
  }
}

/** The goal for the controller that puts something on. */
export function wearGoal(name: string): Goal {
  return { skill: 'equip', target: { [name]: 1 }, using: {}, tool: null }
}

/** The goal for the controller that brings a number of items by a method. */
export function goalBy(world: Environment, name: string, count: number, method: Method): Goal {
  switch (method.skill) {
    case 'craft': {
      const { makes, ingredients, needsTable } = method.recipe
      const times = Math.ceil(count / makes)
      const using: Record<string, number> = {}
      for (const [part, each] of Object.entries(ingredients)) using[part] = each * times
      const tool = needsTable ? 'crafting_table' : null
      return { skill: 'craft', target: { [name]: times * makes }, using, tool }
    }
    case 'smelt':
      return {
        skill: 'smelt',
        target: { [name]: count },
        using: { [method.input]: count },
        tool: 'furnace',
      }
    case 'mine':
    case 'hunt':
    case 'shear': {
      const { skill, tool } = method
      const atHand =
        tool && Object.keys(world.inventory).find((item) => item === tool || servesAs(item, tool))
      return { skill, target: { [name]: count }, using: {}, tool: atHand ?? tool }
    }
  }
}
