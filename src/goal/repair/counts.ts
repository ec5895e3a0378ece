import type { GoalLanguage } from '../goal-language.ts'
import { ANY, repairName, type Verb } from './names.ts'
import type { Loose } from './values.ts'

/** Counts by names that are not resolved yet. */
export type NamedCounts = ReadonlyMap<string, number>

const MAX_COUNT = 2304
const MAX_KINDS = 32
const NAME_KEY = /^(?:item|name|type|object|obj|id|block|material|target|mob|entity)$/
const COUNT_KEY = /^(?:count|num|number|quantity|amount|qty|n)$/
/** Words before a number or an item that carry no meaning. */
const LEADING = /^(?:at|least|exactly|about|around|up|to|roughly|additional|further|down|the|of|x)$/

/** A count within the limits of a plan; undefined for zero and below. */
export function countFrom(value: number): number | undefined {
  if (!(value > 0)) return undefined
  return Math.min(MAX_COUNT, Math.ceil(value))
}

/** The counts in a value: `{log:3}`, `['log', 3]`, `"3 logs"`, `{"item":"log","count":3}`. */
export function countsFrom(value: Loose): NamedCounts {
  const counts = new Map<string, number>()
  collect(value, counts)
  return counts
}

/** The counts in a list; counts of one name add up. */
export function countsIn(list: readonly { item: string; count: number }[]): NamedCounts {
  const counts = new Map<string, number>()
  for (const { item, count } of list) add(counts, item, count)
  return counts
}

function add(counts: Map<string, number>, name: string, number: number): void {
  const count = countFrom(number)
  if (count === undefined || (counts.size >= MAX_KINDS && !counts.has(name))) return
  counts.set(name, Math.min(MAX_COUNT, (counts.get(name) ?? 0) + count))
}

function collect(value: Loose, counts: Map<string, number>): void {
  if (typeof value === 'string') {
    for (const [name, number] of quantities(value)) add(counts, name, number)
  } else if (value instanceof Map) {
    collectMap(value, counts)
  } else if (Array.isArray(value)) {
    collectList(value, counts)
  }
}

function collectMap(map: ReadonlyMap<string, Loose>, counts: Map<string, number>): void {
  const entries = [...map]
  const name = entries.find(([key, value]) => NAME_KEY.test(key) && typeof value === 'string')
  const number = entries.find(([key]) => COUNT_KEY.test(key))
  if (name) {
    add(counts, String(name[1]), numberIn(number?.[1] ?? 1) ?? 1)
    return
  }
  for (const [key, value] of entries) {
    // {4: 'stick'} has key and value swapped.
    if (/^\d+$/.test(key) && typeof value === 'string') add(counts, value, Number(key))
    else add(counts, key, value === null ? 1 : (numberIn(value) ?? 0))
  }
}

/** `['stick', 4]` and `[4, 'stick']` are one count; other lists contain counts. */
function collectList(list: readonly Loose[], counts: Map<string, number>): void {
  for (let i = 0; i < list.length; i++) {
    const [value, next] = [list[i], list[i + 1]]
    const pair = typeof value === 'number' ? [next, value] : [value, next]
    if (typeof pair[0] === 'string' && typeof pair[1] === 'number') {
      add(counts, pair[0], pair[1])
      i++
    } else if (value !== undefined) collect(value, counts)
  }
}

function numberIn(value: Loose): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' ? readNumber(value.trim().toLowerCase()) : undefined
}

/** `3 logs, two sticks and a stone` with their counts. */
function quantities(text: string): [string, number][] {
  return text
    .split(/,|;|\+|&|\band\b/i)
    .map((part) => quantity(part.trim().toLowerCase()))
    .filter((found) => found !== undefined)
}

function quantity(text: string): [string, number] | undefined {
  const words = text
    .replace(/[^a-z0-9_.]+/g, ' ')
    .trim()
    .split(' ')
    .map((word) => word.replace(/^x(?=\d)|(?<=\d)x$/, ''))
    .filter((word) => word !== '')
  while (words.length > 1 && LEADING.test(words[0] ?? '')) words.shift()
  const first = readNumber(words[0] ?? '')
  const last = readNumber(words.at(-1) ?? '')
  const isFirst = first !== undefined && words.length > 1
  const isLast = !isFirst && last !== undefined && words.length > 1
  const named = isFirst ? words.slice(1) : isLast ? words.slice(0, -1) : words
  while (named.length > 1 && LEADING.test(named.at(-1) ?? '')) named.pop()
  while (named.length > 1 && LEADING.test(named[0] ?? '')) named.shift()
  const name = named.join(' ')
  return /[a-z]/.test(name) ? [name, (isFirst ? first : isLast ? last : 1) ?? 1] : undefined
}

/** The same counts under the version's item names; `unknown` lists names that match no item. */
export function resolveCounts(
  language: GoalLanguage,
  counts: NamedCounts,
  verb: Verb = ANY,
): { readonly counts: Record<string, number>; readonly unknown: readonly string[] } {
  const resolved: Record<string, number> = {}
  const unknown: string[] = []
  for (const [name, count] of counts) {
    const item = repairName(language, name, verb)
    if (item) resolved[item] = Math.min(MAX_COUNT, (resolved[item] ?? 0) + count)
    else unknown.push(name)
  }
  return { counts: resolved, unknown }
}

const NUMBERS = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ' +
  'sixteen'
).split(' ')

/** A number in digits, or in words up to sixteen; articles and `some` count as 1. */
export function readNumber(word: string): number | undefined {
  if (/^\d{1,6}(?:\.\d{1,6})?$/.test(word)) return Math.ceil(Number(word))
  if (/^(?:an?|some|any|another|single)$/.test(word)) return 1
  const index = NUMBERS.indexOf(word)
  return index < 0 ? undefined : index
}
