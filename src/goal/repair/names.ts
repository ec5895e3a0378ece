import MiniSearch from 'minisearch'
import { isTag, tagNames } from '#knowledge/item-tags'
import { resolveItem } from '#knowledge/names'
import type { GoalLanguage } from '../goal-language.ts'

/** What a verb asks for: a skill by its name, `ANY` or `NOTHING`. */
export type Verb = string

/** Any skill: the item decides. */
export const ANY = 'any'
/** No goal: skills walk, search, place and pick up by themselves. */
export const NOTHING = 'nothing'

/** Verbs that name no skill. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  [ANY]: 'obtain get collect gather acquire fetch farm procure produce prepare',
  [NOTHING]:
    'goto go move walk run travel return head find search explore look locate scout place put set ' +
    'take pickup wait sleep rest eat open close use check verify ensure repeat print say think note ' +
    'report def import from if while for else assert pass done stop finish switch select drop store',
}

function verbTable({ skills }: GoalLanguage): ReadonlyMap<string, Verb> {
  const others = Object.entries(OTHER_WORDS).flatMap(([verb, words]) =>
    words.split(' ').map((word) => [word, verb] as const),
  )
  return new Map([
    ...others,
    ...skills.flatMap(({ name, verbs }) => verbs.map((word) => [word, name] as const)),
  ])
}

/** The verb that a word is a form of; undefined for other words. */
export function findVerb(language: GoalLanguage, word: string): Verb | undefined {
  const verbOf = language.derived(verbTable)
  const lower = word.toLowerCase()
  const stem = lower.replace(/(?:ing|ed|es|s)$/, '')
  // chop, chops; make, making; chop, chopping
  const forms = [lower, stem, `${stem}e`, stem.replace(/([a-z])\1$/, '$1')]
  return forms.map((form) => verbOf.get(form)).find((verb) => verb !== undefined)
}

/** The fixed item of a verb's skill; null where the goal names the item. */
export function objectOf(language: GoalLanguage, verb: Verb | undefined): string | null {
  return verb !== undefined && language.hasSkill(verb) ? language.skill(verb).object : null
}

/** The words of a name in snake case or camel case: `mineBlock`, `craft_wooden_pickaxe`. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
}

/** Whether a verb's skill, or another skill of its group, can obtain an item. Models confuse skills of one group. */
export function canBring(language: GoalLanguage, verb: Verb, item: string): boolean {
  if (verb === ANY || verb === NOTHING) return true
  const { group } = language.skill(verb)
  return group === 'body' || bringing(language, group, item).length > 0
}

/** The skill that obtains an item: gathering comes first, then smelting, then crafting. */
export function skillFor(language: GoalLanguage, item: string): string {
  const { registry, skills } = language
  const able = skills.find((skill) => skill.recipes(registry, item, new Set()).length > 0)
  return (able ?? skills[0])?.name ?? ''
}

/** The skill of the verb, unless only another skill of its group can obtain the item, or the station names another. */
export function fittingSkill(
  language: GoalLanguage,
  verb: Verb,
  item: string,
  tool: string | null,
): string {
  if (verb === ANY) return skillFor(language, item)
  const able = bringing(language, language.skill(verb).group, item)
  const byStation = able.find((skill) => skill.station === tool)
  if (tool !== null && byStation) return byStation.name
  const [first] = able
  return able.some(({ name }) => name === verb) ? verb : (first?.name ?? verb)
}

/** Skills of a group that can obtain an item. */
function bringing({ registry, skills }: GoalLanguage, group: string, item: string) {
  return skills.filter((skill) => skill.group === group && skill.brings(registry, item))
}

const MAX_NAME = 64
const CACHE_SIZE = 5000
/** Words around a name that do not identify the item. */
const FILLERS =
  /^(?:an?|the|some|any|more|of|pieces?|blocks?|items?|units?|raw|fresh|new|your|my|each|x)$/

/** Words that models use in place of words in names. */
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

/** Results of earlier lookups by verb and name. */
function lookedUp(): Map<string, string | undefined> {
  return new Map()
}

/**
 * The item or tag that a model's name stands for. It may be in another case, plural, an older name or between other words;
 * failing that, the most similar name that the verb can obtain counts.
 * @returns undefined when no name is similar enough.
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

/** The item that a skill obtains from an animal (`beef` from a cow); undefined for other names. */
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
  const block = blockOf(language, words.join('_'))
  if (block !== undefined && canBring(language, verb, block)) return block
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

/** The item that the game calls a block of something: `iron_block` for `block_of_iron`. */
function blockOf({ registry }: GoalLanguage, name: string): string | undefined {
  const [, material] = /^(?:an?_|the_)?blocks?_of_(\w+)$/.exec(name) ?? []
  return material === undefined ? undefined : resolveItem(registry, `${material}_block`)
}

/** Maximum length of a name or line that is searched for (characters). */
const MAX_QUERY = 80
/** Minimum share of a query's words that a name must contain. */
const MIN_SHARED = 0.5

interface NameDocument {
  readonly id: string
  readonly words: string
}

function indexOf({ registry }: GoalLanguage): MiniSearch<NameDocument> {
  const search = new MiniSearch<NameDocument>({
    fields: ['words'],
    searchOptions: { fuzzy: (term) => (term.length > 4 ? 0.25 : false), combineWith: 'OR' },
  })
  const names = new Set([...tagNames(registry), ...registry.itemNames])
  search.addAll([...names].map((id) => ({ id, words: id.replaceAll('_', ' ') })))
  return search
}

/**
 * The item or tag whose name is most similar to a text by its words (DEPS maps free text onto skills by sentence
 * similarity, appendix C.4).
 * @param verb only items that it can obtain are considered.
 * @returns undefined when no name is similar enough.
 */
export function nearestItem(
  language: GoalLanguage,
  text: string,
  verb: Verb = ANY,
): string | undefined {
  const words = wordsOf(text.slice(0, MAX_QUERY))
  const query = words.join(' ')
  const wanted = new Set(words.flatMap((word) => [word, word.replace(/s$/, '')]))
  const [best] = language
    .derived(indexOf)
    .search(query)
    .filter(({ queryTerms }) => queryTerms.length / words.length >= MIN_SHARED)
    .filter(({ id }) => canBring(language, verb, String(id)))
    .map(({ id, score, queryTerms, terms }) => {
      const name = String(id)
      // Among equal names, fewer extra words win, and a tag wins over its members.
      const extra = wordsOf(name).length - queryTerms.length
      return {
        name,
        // A button is no mutton: a name with a word of the text wins over names that are only spelt like it.
        isWord: terms.some((term) => wanted.has(term)),
        rank: score / (1 + Math.max(0, extra)) + (isTag(language.registry, name) ? 0.5 : 0),
      }
    })
    .sort((a, b) => Number(b.isWord) - Number(a.isWord) || b.rank - a.rank)
  return best?.name
}

/** The goal that is most similar to a text; undefined when no item can be identified. */
export function nearestGoal(
  language: GoalLanguage,
  text: string,
): { skill: string; item: string } | undefined {
  const words = wordsOf(text.slice(0, MAX_QUERY))
  const verbs = words.map((word) => findVerb(language, word)).filter((verb) => verb !== undefined)
  if (verbs.length > 0 && verbs.every((verb) => verb === NOTHING)) return undefined
  const rest = words.filter((word) => findVerb(language, word) === undefined && !/^\d+$/.test(word))
  const verb = verbs.find((found) => found !== NOTHING && found !== ANY)
  const item = repairName(language, rest.join(' '), verb)
  return item ? { skill: verb ?? skillFor(language, item), item } : undefined
}
