import type { ItemCounts } from '#goal/goal'
import type { GoalLanguage } from '#goal/goal-language'
import { tagOf } from '#knowledge/item-tags'
import { CostModel } from '../planner/cost-model.ts'

/** Lost items of one kind beyond this number do not count (items). */
const MAX_COUNTED = 3

/**
 * Estimates how long it takes to replace lost items (ticks), starting from nothing: the cost of the most expensive one,
 * since the path to it yields most of the others.
 * @param needed kinds that serve the target; other kinds need no replacement.
 */
export function replacementCost(
  language: GoalLanguage,
  needed: ReadonlySet<string>,
): (lost: ItemCounts) => number {
  const costs = new CostModel(language, new Set())
  return (lost) =>
    Object.entries(lost)
      .filter(([kind]) => needed.has(kind))
      .map(([kind, count]) =>
        costs.ticks(tagOf(language.registry, kind) ?? kind, Math.min(count, MAX_COUNTED)),
      )
      .filter((ticks) => ticks < Number.POSITIVE_INFINITY)
      .reduce((most, ticks) => Math.max(most, ticks), 0)
}
