import { countOf, hasTag } from '#knowledge/item-tags'
import type { Registry } from '#knowledge/registry'
import type { Goal, ItemCounts } from './goal.ts'
import type { GoalLanguage } from './goal-language.ts'
import type { SkillSpec } from './skill-spec.ts'

/**
 * The success detector (DEPS, appendix C.4): compares the inventory at the beginning of a goal with the inventory now. A
 * goal is reached when the count of each item has increased by the target, or decreased where its skill puts items away,
 * or when the items are worn where it puts them on. Other goals are never reached in this sense.
 */
export function isReached(
  language: GoalLanguage,
  goal: Goal,
  before: ItemCounts,
  now: ItemCounts,
  worn: ReadonlySet<string> = new Set(),
): boolean {
  const { registry } = language
  const { shows } = language.skill(goal.skill)
  return Object.entries(goal.target).every(([item, count]) =>
    shows === 'worn'
      ? isWorn(registry, worn, item)
      : stillToDo(shows, count, countOf(registry, before, item), countOf(registry, now, item)) <= 0,
  )
}

/** Whether an item or a member of a tag is worn. */
export function isWorn(registry: Registry, worn: ReadonlySet<string>, item: string): boolean {
  return [...worn].some((name) => hasTag(registry, name, item))
}

/** What is left to do of a goal that was begun with one inventory and continues with another; null when it is reached. */
export function goalLeft(
  language: GoalLanguage,
  goal: Goal,
  before: ItemCounts,
  now: ItemCounts,
  worn: ReadonlySet<string>,
): Goal | null {
  if (isReached(language, goal, before, now, worn)) return null
  const { registry } = language
  const { shows } = language.skill(goal.skill)
  const target = Object.entries(goal.target).map(([item, count]) => [
    item,
    stillToDo(shows, count, countOf(registry, before, item), countOf(registry, now, item)),
  ])
  return { ...goal, target: Object.fromEntries(target.filter(([, left]) => Number(left) > 0)) }
}

/** How much of a target's count is left, given the counts at the beginning and now. */
export function stillToDo(
  shows: SkillSpec['shows'],
  count: number,
  before: number,
  now: number,
): number {
  if (shows === 'more') return count - (now - before)
  return shows === 'less' ? count - (before - now) : count
}

/** Whether an inventory holds at least the wanted count of each kind or tag. */
export function holds(registry: Registry, inventory: ItemCounts, wanted: ItemCounts): boolean {
  return Object.entries(wanted).every(
    ([item, count]) => countOf(registry, inventory, item) >= count,
  )
}
