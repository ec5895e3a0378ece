import { tagMembers } from '#knowledge/item-tags'
import type { ItemCounts } from './goal.ts'
import type { GoalLanguage } from './goal-language.ts'

/**
 * Every kind of item that any recipe chain to a target may use. The agent does not discard these while it pursues the
 * target.
 */
export function kindsOnTheWay(language: GoalLanguage, target: ItemCounts): Set<string> {
  const names = new Set(Object.keys(target))
  for (const name of names) {
    for (const { uses, tool, place } of language.recipes(name)) {
      for (const part of Object.keys(uses)) names.add(part)
      if (tool !== null) names.add(tool)
      if (place !== undefined) names.add(place)
    }
  }
  return new Set([...names].flatMap((name) => [...tagMembers(language.registry, name)]))
}
