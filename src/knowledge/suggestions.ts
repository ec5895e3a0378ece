import MiniSearch from 'minisearch'

const MAX_SUGGESTIONS = 3
/** Least score of a suggestion, as a fraction of the best score. */
const MIN_MATCH = 0.75
/** Fraction of the letters of a word that may be wrong. */
const WRONG_LETTERS = 0.3
/** Least length of a prefix (letters). Shorter words match too many others. */
const MIN_PREFIX = 4
/** Limit on the name (characters). */
const MAX_NAME = 64

/**
 * Returns `; did you mean diamond?` for an unknown name, or an empty string if no known name is similar. It compares single
 * words and whole names.
 */
export function didYouMean(name: string, known: Iterable<string>): string {
  const likely = suggestions(name, known)
  return likely.length > 0 ? `; did you mean ${likely.join(', ')}?` : ''
}

/** The known names that are similar to a name, the best first; at most {@link MAX_SUGGESTIONS}. */
export function suggestions(name: string, known: Iterable<string>): string[] {
  const search = new MiniSearch({
    fields: ['id'],
    // Whole names match input without separators.
    tokenize: (text) => [text, ...text.split(/[\W_]+/)],
    searchOptions: {
      fuzzy: WRONG_LETTERS,
      prefix: (word) => word.length >= MIN_PREFIX,
    },
  })
  search.addAll([...new Set(known)].map((id) => ({ id })))
  const found = search.search(name.trim().slice(0, MAX_NAME))
  const least = MIN_MATCH * (found[0]?.score ?? 0)
  return found
    .filter(({ score }) => score >= least)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ id }) => id)
}
