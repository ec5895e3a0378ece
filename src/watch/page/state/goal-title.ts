import { alternativesOf } from '#goal/alternatives'
import type { Goal, ItemCounts, PlannedGoal } from '#goal/goal'

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
  if (tool) parts.push(`with ${plain(tool)}`)
  return parts.join(', ')
}

/** An item's name in plain words. */
export function plain(name: string): string {
  return name.replaceAll('_', ' ')
}

/** An item with its count: `3 logs`, `12 planks`, `5 coal`. */
export function countTitle(item: string, count: number): string {
  return `${count} ${count === 1 ? plain(item) : plural(plain(item))}`
}

/** Nouns without a plural, at the end of an item's name. */
const UNCOUNTABLE =
  /(beef|bread|chicken|coal|cobblestone|debris|deepslate|dirt|dust|flint|glass|glowstone|granite|gravel|gunpowder|iron|gold|copper|leather|lapis lazuli|mutton|netherrack|obsidian|ore|pork|quartz|rabbit|redstone|sand|sandstone|stone|string|sugar|wheat|wool|cod|salmon)$/

/** Items in a sentence: `a wooden pickaxe`, `1 coal`, `3 logs and an apple`. */
export function itemsText(counts: ItemCounts): string {
  return Object.entries(counts)
    .map(([item, count]) => (count === 1 ? oneText(plain(item)) : countTitle(item, count)))
    .join(' and ')
}

/** A kind of item in general: `diamonds`, `iron ore`. */
export function kindTitle(item: string): string {
  return plural(plain(item))
}

/** A noun with its indefinite article: `an iron pickaxe`. */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

function oneText(name: string): string {
  if (name.endsWith('s') || UNCOUNTABLE.test(name)) return `1 ${name}`
  return withArticle(name)
}

function plural(name: string): string {
  if (name.endsWith('s') || UNCOUNTABLE.test(name)) return name
  if (/(ch|sh|x)$/.test(name)) return `${name}es`
  return /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`
}

function countsTitle(counts: ItemCounts): string {
  return Object.entries(counts)
    .map(([item, count]) => (count === 1 ? plain(item) : countTitle(item, count)))
    .join(' and ')
}
