import { countOf } from '../knowledge/families.ts'
import type { Kinds } from '../knowledge/kinds.ts'
import type { Goal, ItemCounts } from './goal.ts'

/**
 * The success detector (DEPS, appendix C.4): whether a goal is reached, told from the inventory when
 * its execution began and now. Everything but equipping is reached when the inventory holds that
 * many *more*; equipping when the things are worn or held.
 */
export function isReached(
  kinds: Kinds,
  goal: Goal,
  before: ItemCounts,
  now: ItemCounts,
  worn: ReadonlySet<string> = new Set(),
): boolean {
  return Object.entries(goal.target).every(([item, count]) =>
    goal.skill === 'equip'
      ? [...worn].some((name) => countOf(kinds, { [name]: 1 }, item) > 0)
      : countOf(kinds, now, item) - countOf(kinds, before, item) >= count,
  )
}

/** Whether an inventory holds at least that many of each kind or family. */
export function holds(kinds: Kinds, inventory: ItemCounts, wanted: ItemCounts): boolean {
  return Object.entries(wanted).every(([item, count]) => countOf(kinds, inventory, item) >= count)
}
