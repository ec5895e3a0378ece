import { animalSources } from '../knowledge/animals.ts'
import { tagNames } from '../knowledge/item-tags.ts'
import { resolveItem } from '../knowledge/names.ts'
import { perVersion } from '../knowledge/per-version.ts'
import type { Registry } from '../knowledge/registry.ts'
import { nearestItem } from './repair-nearest.ts'
import { type Verb, wordsOf } from './repair-words.ts'

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

interface Names {
  readonly items: Map<string, string | undefined>
  /** Every animal with what it gives most of. */
  readonly animals: ReadonlyMap<string, string>
}

const namesOf = perVersion((registry): Names => {
  const best = new Map<string, { item: string; expected: number }>()
  for (const item of [...tagNames(registry), ...registry.itemNames]) {
    for (const { animal, expected } of animalSources(registry, item)) {
      if (expected > (best.get(animal)?.expected ?? 0)) best.set(animal, { item, expected })
    }
  }
  const animals = new Map([...best].map(([animal, { item }]) => [animal, item]))
  return { items: new Map(), animals }
})

/**
 * The item or tag that a name stands for, whatever a model makes of it: other cases, plurals,
 * older names, words around it, and in the end the most similar name that the verb can bring.
 * Undefined when nothing is like it.
 */
export function repairName(
  registry: Registry,
  text: string,
  verb: Verb = 'any',
): string | undefined {
  const { items } = namesOf(registry)
  const name = text.slice(0, MAX_NAME)
  const key = `${verb} ${name}`
  if (items.has(key)) return items.get(key)
  const found = lookUp(registry, name, verb)
  if (items.size >= CACHE_SIZE) items.clear()
  items.set(key, found)
  return found
}

/** What is got from an animal, `beef` from a cow; undefined for names of anything else. */
export function yieldOf(registry: Registry, text: string): string | undefined {
  const { animals } = namesOf(registry)
  const name = text.toLowerCase()
  return animals.get(name) ?? animals.get(name.replace(/s$/, ''))
}

function lookUp(registry: Registry, text: string, verb: Verb): string | undefined {
  const words = wordsOf(text).map((word) => SYNONYMS[word] ?? word)
  const kept = words.filter((word) => !FILLERS.test(word))
  if (kept.length === 0)
    return words.length > 0 ? resolveItem(registry, words.join('_')) : undefined
  return (
    resolveItem(registry, words.join('_')) ??
    resolveItem(registry, kept.join('_')) ??
    resolveItem(registry, kept.join('')) ??
    nearestItem(registry, kept.join(' '), verb)
  )
}
