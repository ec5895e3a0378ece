import { countOf } from '../knowledge/item-tags.ts'
import type { Registry } from '../knowledge/registry.ts'
import type { Goal, ItemCounts } from './goal.ts'
import type { GoalLanguage } from './goal-language.ts'

/**
 * The success detector (DEPS, appendix C.4): whether a goal is reached, told from the inventory when
 * its execution began and now. A goal is reached when the inventory holds that many *more*; one of a
 * skill that changes what is worn, when the things are worn.
 */
export function isReached(
  language: GoalLanguage,
  goal: Goal,
  before: ItemCounts,
  now: ItemCounts,
  worn: ReadonlySet<string> = new Set(),
): boolean {
  const { registry } = language
  const isWorn = language.skill(goal.skill).group === 'body'
  return Object.entries(goal.target).every(([item, count]) =>
    isWorn
      ? [...worn].some((name) => countOf(registry, { [name]: 1 }, item) > 0)
      : countOf(registry, now, item) - countOf(registry, before, item) >= count,
  )
}

/** Whether an inventory holds at least that many of each kind or tag. */
export function holds(registry: Registry, inventory: ItemCounts, wanted: ItemCounts): boolean {
  return Object.entries(wanted).every(
    ([item, count]) => countOf(registry, inventory, item) >= count,
  )
}
