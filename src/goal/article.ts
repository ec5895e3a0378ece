/** A noun with its article: `a furnace`, `an iron_pickaxe`. */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`
}
