import { alternativesOf } from '#goal/alternatives'
import type { Goal, ItemCounts, PlannedGoal } from '#goal/goal'
import { itemAmount, itemName, oneItem } from '#wire/item-words'

/** A step of a plan in plain words: `mine 3 logs`, `craft wooden pickaxe`, `hunt beef or hunt mutton`. */
export function goalTitle(step: PlannedGoal): string {
  return alternativesOf(step)
    .map(({ skill, target }) => `${skill} ${countsTitle(target)}`)
    .join(' or ')
}

/** What a goal uses, and the tool it needs, in plain words; empty when it needs nothing. */
export function goalNeeds({ using, tool }: Goal): string {
  const parts = []
  if (Object.keys(using).length) parts.push(`from ${countsTitle(using)}`)
  if (tool) parts.push(`with ${itemName(tool)}`)
  return parts.join(', ')
}

/** Items in a sentence: `a wooden pickaxe`, `1 coal`, `3 logs and an apple`. */
export function itemsText(counts: ItemCounts): string {
  return Object.entries(counts)
    .map(([item, count]) => (count === 1 ? oneItem(item) : itemAmount(item, count)))
    .join(' and ')
}

function countsTitle(counts: ItemCounts): string {
  return Object.entries(counts)
    .map(([item, count]) => (count === 1 ? itemName(item) : itemAmount(item, count)))
    .join(' and ')
}
