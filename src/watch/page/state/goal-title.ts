import { alternativesOf } from '#goal/alternatives'
import type { Goal, ItemCounts, PlannedGoal } from '#goal/goal'

/** A step in plain words: `mine 3 log`, `craft wooden pickaxe`, `hunt beef or hunt mutton`. */
export function goalTitle(step: PlannedGoal): string {
  return alternativesOf(step)
    .map(({ skill, target }) => `${skill} ${countsTitle(target)}`)
    .join(' or ')
}

/** What a goal uses and where, in plain words; empty when it needs nothing. */
export function goalNeeds({ using, tool }: Goal): string {
  const parts = []
  if (Object.keys(using).length) parts.push(`from ${countsTitle(using)}`)
  if (tool) parts.push(`with ${plain(tool)}`)
  return parts.join(', ')
}

/** An item's name in plain words. */
export function plain(name: string): string {
  return name.replaceAll('_', ' ')
}

function countsTitle(counts: ItemCounts): string {
  return Object.entries(counts)
    .map(([item, count]) => (count === 1 ? plain(item) : `${count} ${plain(item)}`))
    .join(' and ')
}
