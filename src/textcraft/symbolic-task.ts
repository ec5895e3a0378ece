import { nameText } from './game.ts'
import type { Counts, Recipe, Rulebook } from './rulebook.ts'

/** A task of the symbolic player. */
export type SymbolicTask =
  | {
      readonly kind: 'have'
      /** An item, or a tag: then `count` items of a single member. */
      readonly name: string
      readonly count: number
    }
  | { readonly kind: 'craft'; readonly recipe: Recipe; readonly times: number }

/** A task in the words of ADaPT: `fetch 6 oak planks`, `craft 4 stick using 2 planks`. */
export function symbolicTaskText(task: SymbolicTask): string {
  if (task.kind === 'have') return `fetch ${task.count} ${nameText(task.name)}`
  const times = task.times > 1 ? ` (${task.times} times)` : ''
  return `${commandText(task.recipe)}${times}`
}

/** A recipe as a crafting command. */
export function commandText({ item, makes, ingredients }: Recipe): string {
  return craftText(
    item,
    makes,
    [...ingredients].map(([name, count]) => ({ name, count })),
  )
}

/** The action that crafts an item from given ingredients. */
export function craftText(
  item: string,
  makes: number,
  inputs: readonly { readonly name: string; readonly count: number }[],
): string {
  const using = inputs.map(({ name, count }) => `${count} ${nameText(name)}`)
  return `craft ${makes} ${nameText(item)} using ${using.join(', ')}`
}

/** The most plentiful member of a tag, or the item itself, with its count in the inventory. */
export function stockOf(
  book: Rulebook,
  carried: Counts,
  name: string,
): { readonly item: string; readonly count: number } {
  const stocks = book.membersOf(name).map((item) => ({ item, count: carried.get(item) ?? 0 }))
  return stocks.reduce((best, stock) => (stock.count > best.count ? stock : best))
}
