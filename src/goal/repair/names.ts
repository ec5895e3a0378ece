import { resolveItem } from '#knowledge/names'
import type { GoalLanguage } from '../goal-language.ts'
import { nearestItem } from './nearest.ts'
import { ANY, type Verb, wordsOf } from './words.ts'

const MAX_NAME = 64
const CACHE_SIZE = 5000
/** Words around a name that say nothing of what it is. */
const FILLERS =
  /^(?:an?|the|some|any|more|of|pieces?|blocks?|items?|units?|raw|fresh|new|your|my|each|x)$/

/** Words for words in names. */
const SYNONYMS: Readonly<Record<string, string>> = {
  tree: 'log',
  trees: 'log',
  trunk: 'log',
  trunks: 'log',
  pick: 'pickaxe',
  picks: 'pickaxe',
  boards: 'planks',
  timber: 'log',
}

/** Names that were looked up, each with the verb it stood with. */
function lookedUp(): Map<string, string | undefined> {
  return new Map()
}

/**
 * The item or tag that a name stands for, whatever a model makes of it: other cases, plurals,
 * older names, words around it, and in the end the most similar name that the verb can bring.
 * Undefined when nothing is like it.
 */
export function repairName(
  language: GoalLanguage,
  text: string,
  verb: Verb = ANY,
): string | undefined {
  const items = language.derived(lookedUp)
  const name = text.slice(0, MAX_NAME)
  const key = `${verb} ${name}`
  if (items.has(key)) return items.get(key)
  const found = lookUp(language, name, verb)
  if (items.size >= CACHE_SIZE) items.clear()
  items.set(key, found)
  return found
}

/** What a skill gets from an animal, `beef` from a cow; undefined for names of anything else. */
export function yieldOf(language: GoalLanguage, verb: Verb, text: string): string | undefined {
  const { registry, skills } = language
  const animal = text.toLowerCase()
  for (const skill of skills) {
    if (verb !== ANY && verb !== skill.name) continue
    const item =
      skill.yieldOf(registry, animal) ?? skill.yieldOf(registry, animal.replace(/s$/, ''))
    if (item !== undefined) return item
  }
  return undefined
}

function lookUp(language: GoalLanguage, text: string, verb: Verb): string | undefined {
  const words = wordsOf(text).map((word) => SYNONYMS[word] ?? word)
  const kept = words.filter((word) => !FILLERS.test(word))
  if (kept.length === 0)
    return words.length > 0 ? resolveItem(language.registry, words.join('_')) : undefined
  return (
    resolveItem(language.registry, words.join('_')) ??
    resolveItem(language.registry, kept.join('_')) ??
    resolveItem(language.registry, kept.join('')) ??
    nearestItem(language, kept.join(' '), verb)
  )
}
