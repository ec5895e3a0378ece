import { countOf } from '../knowledge/item-tags.ts'
import type { Registry } from '../knowledge/registry.ts'
import type { Goal, ItemCounts } from './goal.ts'

/**
 * The success detector (DEPS, appendix C.4): whether a goal is reached, told from the inventory when
 * its execution began and now. Everything but equipping is reached when the inventory holds that
 * many *more*; equipping when the things are worn or held.
 */
export function isReached(
  registry: Registry,
  goal: Goal,
  before: ItemCounts,
  now: ItemCounts,
  worn: ReadonlySet<string> = new Set(),
): boolean {
  return Object.entries(goal.target).every(([item, count]) =>
    goal.skill === 'equip'
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
