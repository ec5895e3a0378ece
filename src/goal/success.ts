import { countOf, hasTag } from '#knowledge/item-tags'
import type { Registry } from '#knowledge/registry'
import type { Goal, ItemCounts } from './goal.ts'
import type { GoalLanguage } from './goal-language.ts'
import type { SkillSpec } from './skill-spec.ts'

/**
 * The success detector (DEPS, appendix C.4): whether a goal is reached, told from the inventory when
 * its execution began and now. A goal is reached when the inventory holds that many *more*, or fewer where its skill puts
 * things away; when they are worn, where it puts things on. Where nothing carried or worn tells, it never is.
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

/** How much of a target's count is left to do when there were so many before and are so many now. */
export function stillToDo(
  shows: SkillSpec['shows'],
  count: number,
  before: number,
  now: number,
): number {
  if (shows === 'more') return count - (now - before)
  return shows === 'less' ? count - (before - now) : count
}

/** Whether an inventory holds at least that many of each kind or tag. */
export function holds(registry: Registry, inventory: ItemCounts, wanted: ItemCounts): boolean {
  return Object.entries(wanted).every(
    ([item, count]) => countOf(registry, inventory, item) >= count,
  )
}
