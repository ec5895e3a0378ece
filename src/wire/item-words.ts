import { listed, withArticle } from './wording.ts'

/** Last words of items' names that have no plural. */
const UNCOUNTABLE = new Set(
  [
    'andesite armor bamboo basalt bedrock beef blackstone bread breath calcite charcoal chicken clay coal',
    'cobblestone cod concrete copper coral debris deepslate diorite dirt dripstone dust elytra farmland',
    'fish flesh flint foot frogspawn glass glowstone gold granite grass gravel gunpowder honey hyphae ice',
    'iron kelp lava lazuli leather lichen magma meal moss mud mutton mycelium netherrack nylium obsidian',
    'ore paper podzol pork powder precipice prismarine pufferfish purpur quartz rabbit redstone rock',
    'salmon sand sandstone scaffolding sculk seagrass snow soil soup steel stew stone string sugar',
    'terracotta tuff undying water wheat wood wool',
  ].flatMap((line) => line.split(' ')),
)
/** Plurals that no rule gives. */
const IRREGULAR: Readonly<Record<string, string>> = { bookshelf: 'bookshelves', potato: 'potatoes' }

/** An item's name in plain words: `iron ingot`. */
export function itemName(item: string): string {
  return item.replaceAll('_', ' ')
}

/** The noun of an amount of an item: `logs` of three. */
export function itemNoun(item: string, count: number): string {
  const name = itemName(item)
  return count === 1 ? name.replace(/\bplanks$/, 'plank') : plural(name)
}

/** An amount of an item: `3 logs`, `1 oak plank`, `5 coal`. */
export function itemAmount(item: string, count: number): string {
  return `${count} ${itemNoun(item, count)}`
}

/** One of an item, with its article: `an iron pickaxe`, `1 coal`. */
export function oneItem(item: string): string {
  const name = itemName(item)
  return isCountable(name) ? withArticle(name) : itemAmount(item, 1)
}

/** Amounts of several items: `3 logs, 2 planks and 1 stick`. */
export function itemAmounts(counts: Readonly<Record<string, number>>): string {
  return listed(Object.entries(counts).map(([item, count]) => itemAmount(item, count)))
}

/** A kind of item in general: `diamonds`, `iron ore`. */
export function itemKind(item: string): string {
  return plural(itemName(item))
}

/** Whether an item's name in plain words has a form for one thing: not `coal`, and not `shears`. */
function isCountable(name: string): boolean {
  return !name.endsWith('s') && !UNCOUNTABLE.has(lastWord(name))
}

function plural(name: string): string {
  const last = lastWord(name)
  const irregular = Object.hasOwn(IRREGULAR, last) ? IRREGULAR[last] : undefined
  if (irregular) return name.slice(0, -last.length) + irregular
  if (/compass$/.test(name)) return `${name}es`
  if (!isCountable(name)) return name
  if (/(ch|sh|x)$/.test(name)) return `${name}es`
  return /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`
}

function lastWord(name: string): string {
  return name.slice(name.lastIndexOf(' ') + 1)
}
