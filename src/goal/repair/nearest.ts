import MiniSearch from 'minisearch'
import { isTag, tagNames } from '#knowledge/item-tags'
import type { GoalLanguage } from '../goal-language.ts'
import { canBring } from './ways.ts'
import { ANY, type Verb, wordsOf } from './words.ts'

/** Longest name or line that is looked for (characters). */
const MAX_QUERY = 80
/** Part of a query's words that a name must share. */
const LEAST_SHARED = 0.5
const CACHE_SIZE = 2000

interface NameDocument {
  readonly id: string
  readonly words: string
}

interface NameIndex {
  readonly search: MiniSearch<NameDocument>
  readonly answers: Map<string, string | undefined>
}

function indexOf({ registry }: GoalLanguage): NameIndex {
  const search = new MiniSearch<NameDocument>({
    fields: ['words'],
    searchOptions: { fuzzy: (term) => (term.length > 4 ? 0.25 : false), combineWith: 'OR' },
  })
  const names = new Set([...tagNames(registry), ...registry.itemNames])
  search.addAll([...names].map((id) => ({ id, words: id.replaceAll('_', ' ') })))
  return { search, answers: new Map<string, string | undefined>() }
}

/**
 * The item or tag whose name is most like a text by its words (DEPS maps free text onto skills by
 * sentence similarity, appendix C.4); undefined when too little is alike.
 * @param verb what is to be done with it: only what that can bring is looked at.
 */
export function nearestItem(
  language: GoalLanguage,
  text: string,
  verb: Verb = ANY,
): string | undefined {
  const query = wordsOf(text.slice(0, MAX_QUERY)).join(' ')
  const { search, answers } = language.derived(indexOf)
  const key = `${verb} ${query}`
  if (answers.has(key)) return answers.get(key)
  const terms = query.split(' ').length
  const [best] = search
    .search(query)
    .filter(({ queryTerms }) => queryTerms.length / terms >= LEAST_SHARED)
    .filter(({ id }) => canBring(language, verb, String(id)))
    .map(({ id, score, queryTerms }) => {
      const name = String(id)
      // Of names that share as much, the one with fewest further words, and a tag before its members.
      const extra = wordsOf(name).length - queryTerms.length
      return {
        name,
        rank: score / (1 + Math.max(0, extra)) + (isTag(language.registry, name) ? 0.5 : 0),
      }
    })
    .sort((a, b) => b.rank - a.rank)
  if (answers.size >= CACHE_SIZE) answers.clear()
  answers.set(key, best?.name)
  return best?.name
}
