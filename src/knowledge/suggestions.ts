import MiniSearch from 'minisearch'

const MOST_SUGGESTIONS = 3
/** How well a name must match, as a part of how well the best one does. */
const LEAST_MATCH = 0.75
/** Part of a word's letters that may be wrong. */
const WRONG_LETTERS = 0.3
/** Words with fewer letters begin too many others. */
const SHORTEST_PREFIX = 4
/** Longest name that is looked for (characters). */
const LONGEST_NAME = 64

/**
 * `; did you mean diamond?` after a name that is not known, by its words and as a whole; nothing when
 * no known name is like it.
 */
export function didYouMean(name: string, known: Iterable<string>): string {
  const likely = suggestions(name, known)
  return likely.length > 0 ? `; did you mean ${likely.join(', ')}?` : ''
}

function suggestions(name: string, known: Iterable<string>): string[] {
  const search = new MiniSearch({
    fields: ['id'],
    // Also as one word, for those who forget what stands between two.
    tokenize: (text) => [text, ...text.split(/[\W_]+/)],
    searchOptions: {
      fuzzy: WRONG_LETTERS,
      prefix: (word) => word.length >= SHORTEST_PREFIX,
    },
  })
  search.addAll([...new Set(known)].map((id) => ({ id })))
  const found = search.search(name.trim().slice(0, LONGEST_NAME))
  const least = LEAST_MATCH * (found[0]?.score ?? 0)
  return found
    .filter(({ score }) => score >= least)
    .slice(0, MOST_SUGGESTIONS)
    .map(({ id }) => id)
}
