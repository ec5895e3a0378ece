import type { Goal, ItemCounts, Plan } from '../goal/goal.ts'
import { harvestSources } from '../knowledge/harvest.ts'
import { countOf } from '../knowledge/item-tags.ts'
import { oreHeights } from '../knowledge/ores.ts'
import type { Environment } from './environment/environment.ts'

/**
 * How much of a gathering goal is still to be done: of what is gathered only to be used up, no more
 * than later steps of the plan need beside what is carried. Other goals stay as they are.
 * @param wanted what the whole plan is for.
 * @returns null when nothing is left to do.
 */
export function remaining(
  { registry, inventory }: Pick<Environment, 'registry' | 'inventory'>,
  goal: Goal,
  rest: Plan,
  wanted: ItemCounts,
): Goal | null {
  if (goal.skill !== 'mine' && goal.skill !== 'hunt') return goal
  const target: Record<string, number> = {}
  for (const [item, count] of Object.entries(goal.target)) {
    const used = rest.reduce((sum, { using }) => sum + (using[item] ?? 0), 0)
    const left = item in wanted ? count : Math.min(count, used - countOf(registry, inventory, item))
    if (left > 0) target[item] = left
  }
  return Object.keys(target).length > 0 ? { ...goal, target } : null
}

/** Goals without those for rock while there is one for an ore: the way to the ore brings the rock. */
export function withoutByProducts(
  { registry }: Pick<Environment, 'registry'>,
  goals: readonly Goal[],
): readonly Goal[] {
  const isOre = (target: ItemCounts) =>
    Object.keys(target).some((item) =>
      harvestSources(registry, item).some(({ block }) => oreHeights(registry, block) !== undefined),
    )
  if (!goals.some(({ skill, target }) => skill === 'mine' && isOre(target))) return goals
  return goals.filter(({ skill, target }) => skill !== 'mine' || !('cobblestone' in target))
}

/**
 * Goals without those at a table while stone for later work at it can be dug with the tools at hand:
 * to put a table down and take it back takes as long as digging six stones.
 */
export function gatheringFirst(
  { inventory }: Pick<Environment, 'inventory'>,
  goals: readonly Goal[],
): readonly Goal[] {
  const digs = ({ skill, target, tool }: Goal) =>
    skill === 'mine' && 'cobblestone' in target && (tool === null || Boolean(inventory[tool]))
  if (!goals.some(digs)) return goals
  return goals.filter(({ skill, tool }) => skill !== 'craft' || tool !== 'crafting_table')
}
