import { tagMembers } from '#knowledge/item-tags'
import type { ItemCounts } from './goal.ts'
import type { GoalLanguage } from './goal-language.ts'

/**
 * Every kind of item that may serve on the way to a target, by whatever way it is obtained: what is not to be thrown
 * away while the target is pursued.
 */
export function kindsOnTheWay(language: GoalLanguage, target: ItemCounts): Set<string> {
  const names = new Set(Object.keys(target))
  for (const name of names) {
    for (const { uses, tool } of language.ways(name)) {
      for (const part of Object.keys(uses)) names.add(part)
      if (tool !== null) names.add(tool)
    }
  }
  return new Set([...names].flatMap((name) => [...tagMembers(language.registry, name)]))
}
