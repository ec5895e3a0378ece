import type { ItemCounts } from '#goal/goal'
import type { GoalLanguage } from '#goal/goal-language'
import { tagOf } from '#knowledge/item-tags'
import { CostModel } from '../planner/cost-model.ts'

/** More of a kind than this is stock, and not missed (items). */
const MISSED = 3

/**
 * Tells how long it takes to get lost things again (ticks), starting from nothing: what the dearest of
 * them takes, as most of the others turn up on the way to it.
 * @param needed kinds that serve what is pursued; the others are not missed.
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
        costs.ticks(tagOf(language.registry, kind) ?? kind, Math.min(count, MISSED)),
      )
      .filter((ticks) => ticks < Number.POSITIVE_INFINITY)
      .reduce((most, ticks) => Math.max(most, ticks), 0)
}
