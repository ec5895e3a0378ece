import type { ItemCounts } from '#goal/goal'
import { mainDropOf } from '#knowledge/animals'
import { dropsOf } from '#knowledge/drops'
import { hasTag, isTag, tagNames } from '#knowledge/item-tags'
import { resolveItem } from '#knowledge/names'
import type { Registry } from '#knowledge/registry'
import { smeltingResult } from '#knowledge/smelting'
import { suggestions } from '#knowledge/suggestions'

/** Largest count that an order may name. */
export const MAX_COUNT = 2304
/** How many "some" or a plain plural means. */
const SOME = 8
/** Limit on the names that a question offers. */
const MAX_OFFERED = 6
/** Limit on the kinds of one phrase. */
const MAX_KINDS = 8

/** Items that a person names: `16 torches`. */
export interface Items {
  /** Item or tag. */
  readonly item: string
  /** Null for all of them. */
  readonly count: number | null
}

/** What a phrase means; with several possible meanings, the person has to choose. */
export type PhraseReading =
  | { readonly type: 'items'; readonly items: readonly Items[] }
  /** @property options names, any of which may replace the unclear one. */
  | { readonly type: 'unclear'; readonly said: string; readonly options: readonly Items[] }
  /** A number below 1 or above {@link MAX_COUNT}. */
  | { readonly type: 'out-of-range' }

/** Short names that people use for the usual form of a material. */
const SHORT: Readonly<Record<string, string>> = {
  iron: 'iron_ingot',
  gold: 'gold_ingot',
  copper: 'copper_ingot',
  lapis: 'lapis_lazuli',
  redstone: 'redstone',
  quartz: 'quartz',
  netherite: 'netherite_ingot',
  cobble: 'cobblestone',
  stones: 'cobblestone',
  dirts: 'dirt',
  diamonds: 'diamond',
  table: 'crafting_table',
  bench: 'crafting_table',
  leathers: 'leather',
  pick: 'pickaxe',
  picks: 'pickaxe',
  torchs: 'torch',
}

const NUMBERS: Readonly<Record<string, number>> = {
  ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8 },
  ...{ nine: 9, ten: 10, eleven: 11, twelve: 12, fifteen: 15, sixteen: 16, twenty: 20 },
  ...{ thirty: 30, forty: 40, fifty: 50, sixty: 60, hundred: 100 },
}
const COUNT_WORDS = Object.keys(NUMBERS).join('|')

/** A value of a record by a word of a person, which may be `constructor`. */
function own<Value>(record: Readonly<Record<string, Value>>, word: string): Value | undefined {
  return Object.hasOwn(record, word) ? record[word] : undefined
}

/** How many a phrase says, and what is left of the phrase. */
const COUNTS: readonly {
  readonly pattern: RegExp
  readonly count: (said: string) => number | null
}[] = [
  { pattern: /^(?:all|every)(?: of)?(?: the| your| my)? /, count: () => null },
  {
    pattern: /^(\d{1,3}|a|an|one|two|three|four) stacks?(?: of)? /,
    count: (n) => 64 * numberOf(n),
  },
  { pattern: /^(a|an|one|two|three|\d{1,3}) dozen(?: of)? /, count: (n) => 12 * numberOf(n) },
  { pattern: /^(?:a )?(?:couple|pair)(?: of)? /, count: () => 2 },
  { pattern: /^(?:some|a few|a bunch of|a bit of|a little)(?: more)? /, count: () => SOME },
  { pattern: /^(?:x ?)?(-?\d{1,100}) ?x? (?:of )?/, count: numberOf },
  { pattern: new RegExp(`^(${COUNT_WORDS}) (?:of )?`), count: numberOf },
]

function numberOf(said: string): number {
  return own(NUMBERS, said) ?? Number(said)
}

/** Whether a phrase begins with a number or an article, so that what stands before it is no part of the item's name. */
export function beginsWithCount(phrase: string): boolean {
  return /^(?:the|my|your) /.test(phrase) || COUNTS.some(({ pattern }) => pattern.test(phrase))
}

/** Materials, of which people say no number. */
const MASS =
  /(^|_)(log|planks|ingot|stone|cobblestone|dirt|sand|gravel|wool|leather|string|wheat|glass|clay_ball|gunpowder|redstone|lapis_lazuli|paper|coal|coals|seeds|quartz|flint|bone_meal)$/

/** The kinds of items that a general noun may mean, such as `pickaxe`. */
function kindsNamed(registry: Registry, noun: string): string[] {
  const names = [...registry.itemNames]
  return singulars(noun).flatMap((one) => names.filter((name) => name.endsWith(`_${one}`)))
}

/**
 * Reads a phrase such as `16 torches`, `the iron pickaxe and 2 sticks` or `all the cobblestone`.
 * @param held what the agent carries, where the phrase means carried items; a general noun means the kinds among them.
 */
export function readItems(
  registry: Registry,
  phrase: string,
  held: ItemCounts | null = null,
): PhraseReading {
  const parts = phrase.split(/ *, *and | *, *| and /).filter((part) => part !== '')
  // Names such as `flint and steel` contain "and".
  const whole = readItem(registry, phrase, held)
  if (whole.type === 'items' || parts.length < 2 || parts.length > MAX_KINDS) return whole
  const items: Items[] = []
  for (const part of parts) {
    const reading = readItem(registry, part, held)
    if (reading.type !== 'items') return reading
    items.push(...reading.items)
  }
  return { type: 'items', items }
}

function readItem(registry: Registry, phrase: string, held: ItemCounts | null): PhraseReading {
  const { count, noun } = counted(phrase)
  if (count != null && !(count >= 1 && count <= MAX_COUNT)) return { type: 'out-of-range' }
  const name = noun.replace(/[ -]+/g, '_')
  const itemsOf = (item: string): Items => ({
    item,
    count: count === undefined ? usual(registry, noun, item, held !== null) : count,
  })
  const item = itemNamed(registry, name, held)
  if (item !== undefined) return { type: 'items', items: [itemsOf(item)] }
  return { type: 'unclear', said: noun, options: nearest(registry, name, held).map(itemsOf) }
}

/** The number of a phrase, undefined for none, and its noun. */
function counted(phrase: string): { count: number | null | undefined; noun: string } {
  const rest = `${phrase.trim()} `.replace(/^(?:the|my|your|these|those|this|that) /, '')
  for (const { pattern, count } of COUNTS) {
    const found = pattern.exec(rest)
    if (!found) continue
    const noun = cleaned(rest.slice(found[0].length).replace(/^(?:the|my|your|more) /, ''))
    if (noun !== '') return { count: count(found[1] ?? ''), noun }
  }
  return { count: undefined, noun: cleaned(rest) }
}

function cleaned(noun: string): string {
  return noun
    .trim()
    .replace(/^(?:pieces? of|blocks? of|of) /, '')
    .replace(/ (?:items?|pieces?|ones?)$/, '')
}

/** The item of a name; undefined for an unknown name, and for a general noun of which there are several kinds. */
function itemNamed(registry: Registry, name: string, held: ItemCounts | null): string | undefined {
  const short = own(SHORT, name) ?? name
  if (held) {
    // Of carried items, any word of the name may do: "the iron one".
    const carried = Object.keys(held).filter((kind) => fits(registry, kind, short))
    const alike = carried.length > 0 ? carried : Object.keys(held).filter(hasWord(name))
    if (alike.length === 1) return alike[0]
  }
  const found = resolveItem(registry, short)
  if (found !== undefined) return found
  const kinds = kindsNamed(registry, short)
  return kinds.length === 1 ? kinds[0] : undefined
}

function hasWord(word: string): (kind: string) => boolean {
  return (kind) => kind.split('_').includes(word)
}

function fits(registry: Registry, kind: string, name: string): boolean {
  const found = resolveItem(registry, name)
  if (found !== undefined) return hasTag(registry, kind, found)
  return singulars(name).some((noun) => kind === noun || kind.endsWith(`_${noun}`))
}

/** A name as it is, and without the ending of a plural. */
function singulars(name: string): string[] {
  return name.endsWith('s') ? [name, name.slice(0, -1)] : [name]
}

/** Names that a person may have meant. */
function nearest(registry: Registry, name: string, held: ItemCounts | null): string[] {
  const noun = own(SHORT, name) ?? name
  if (noun === 'food') return registryFoods(registry)
  const isMeant = (kind: string) => fits(registry, kind, noun) || hasWord(name)(kind)
  const carried = Object.keys(held ?? {}).filter(isMeant)
  if (carried.length > 0) return carried.slice(0, MAX_OFFERED)
  const kinds = kindsNamed(registry, noun)
  if (kinds.length > 0) return kinds.slice(0, MAX_OFFERED)
  const known = [...tagNames(registry), ...registry.itemNames].filter((one) => !RARELY.test(one))
  return singulars(name)
    .map((one) => suggestions(one, known))
    .reduce((best, found) => (best.length > 0 ? best : found), [])
}

/** Items that people rarely mean. */
const RARELY = /_spawn_egg$/

const FOODS = [
  'bread',
  'cooked_beef',
  'cooked_porkchop',
  'cooked_chicken',
  'cooked_mutton',
  'apple',
]

function registryFoods(registry: Registry): string[] {
  return FOODS.filter((name) => registry.hasItem(name))
}

/** How many a phrase without a number means: all carried ones, one thing, or some of a material. */
function usual(registry: Registry, noun: string, item: string, isHeld: boolean): number | null {
  if (!isTag(registry, item) && registry.stackSize(item) === 1) return 1
  const isSome = MASS.test(item) || /[^s]s$/.test(noun)
  if (!isSome) return 1
  return isHeld ? null : SOME
}

const MOBS: Readonly<Record<string, string>> = { cattle: 'cow', endermen: 'enderman' }

/** The drop that a person means by hunting an animal or monster: `zombies` for rotten flesh; undefined for no such mob. */
export function dropOfMob(registry: Registry, noun: string): string | undefined {
  const name = noun.replace(/^(?:the|a|an|some|\d+) /, '').replace(/ /g, '_')
  const irregular = own(MOBS, name)
  return singulars(irregular ?? name)
    .map((mob) => mainDropOf(registry, mob))
    .find((drop) => drop !== undefined)
}

/** What people want of smelting or mining an item: the ingot of an ore, the cobblestone of stone. */
export function resultOf(registry: Registry, skill: string, item: string): string {
  if (skill === 'smelt') return smeltingResult(registry, item) ?? item
  if (skill !== 'mine' || !registry.hasBlock(item)) return item
  const drops = dropsOf(registry, item)
  if (drops.length === 0 || drops.some((drop) => drop.item === item)) return item
  return drops.reduce((a, b) => (b.expected > a.expected ? b : a)).item
}
