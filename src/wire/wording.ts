/** A noun with its article: `a furnace`, `an iron_pickaxe`, `a compass`; a plural such as `shears` has none. */
export function withArticle(noun: string): string {
  if (/[^su]s$/i.test(noun)) return noun
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`
}

/** A number with its noun: `1 trial`, `7 trials`. */
export function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`
}

/** Words in a sentence: `coal, iron and gold`. */
export function listed(words: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  const last = words.slice(-1)
  return [words.slice(0, -1).join(', '), ...last].filter(Boolean).join(` ${conjunction} `)
}

/** A text that begins with a capital letter. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
