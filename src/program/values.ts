import { Halt } from './halt.ts'

/** A value in a program. */
export type Value = string | number | boolean | null | Value[] | Map<string, Value>

const MAX_RANGE = 1000
const MAX_STRING = 1000
const MAX_PRINTED_DEPTH = 3

/** The built-in functions of the subset. */
export const BUILT_IN: ReadonlyMap<string, (values: readonly Value[]) => Value> = new Map<
  string,
  (values: readonly Value[]) => Value
>([
  ['print', () => null],
  ['len', ([value = null]) => itemsOf(value).length],
  ['int', ([value = null]) => Math.trunc(numberOf(value))],
  ['min', (values) => Math.min(...values.map(numberOf))],
  ['max', (values) => Math.max(...values.map(numberOf))],
  ['abs', ([value = null]) => Math.abs(numberOf(value))],
  [
    'sum',
    ([value = null]) => itemsOf(value).reduce<number>((sum, item) => sum + numberOf(item), 0),
  ],
  ['any', ([value = null]) => itemsOf(value).some(truth)],
  ['all', ([value = null]) => itemsOf(value).every(truth)],
  ['str', ([value = null]) => printed(value)],
  ['sorted', ([value = null]) => itemsOf(value).toSorted(byOrder)],
  ['bool', ([value = null]) => truth(value)],
  ['list', ([value = null]) => [...itemsOf(value)]],
  ['enumerate', ([value = null]) => itemsOf(value).map((item, index) => [index, item])],
  ['range', ([first = 0, last]) => rangeOf(numberOf(first), last)],
])

const MAX_ITEMS = 1000

/** The methods of lists, dictionaries and strings. */
export const METHODS: ReadonlyMap<string, (of: Value, values: readonly Value[]) => Value> = new Map<
  string,
  (of: Value, values: readonly Value[]) => Value
>([
  ['items', (of) => (of instanceof Map ? [...of].map(([key, value]) => [key, value]) : [])],
  ['keys', (of) => [...itemsOf(of)]],
  ['values', (of) => (of instanceof Map ? [...of.values()] : [])],
  [
    'get',
    (of, [key = null, other = null]) =>
      of instanceof Map ? (of.get(textOf(key)) ?? other) : other,
  ],
  [
    'append',
    (of, [value = null]) => {
      if (Array.isArray(of) && of.length < MAX_ITEMS) of.push(value)
      return null
    },
  ],
  ['lower', (of) => textOf(of).toLowerCase()],
  ['strip', (of) => textOf(of).trim()],
  ['startswith', (of, [start = null]) => textOf(of).startsWith(textOf(start))],
  ['endswith', (of, [end = null]) => textOf(of).endsWith(textOf(end))],
  [
    'replace',
    (of, [old = null, by = null]) => {
      if (textOf(old) === '') return textOf(of)
      return textOf(of)
        .replaceAll(textOf(old), () => textOf(by))
        .slice(0, MAX_STRING)
    },
  ],
  ['split', (of, [mark = null]) => partsOf(textOf(of).trim(), textOf(mark))],
  ['join', (of, [list = null]) => itemsOf(list).map(textOf).join(textOf(of)).slice(0, MAX_STRING)],
])

function partsOf(text: string, mark: string): string[] {
  return text.split(mark === '' || mark === 'null' ? /\s+/ : mark, MAX_ITEMS)
}

function byOrder(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return textOf(a) < textOf(b) ? -1 : Number(textOf(a) > textOf(b))
}

function rangeOf(first: number, last: Value | undefined): number[] {
  const [from, to] = last === undefined ? [0, first] : [first, numberOf(last)]
  const length = Math.min(MAX_RANGE, Math.max(0, Math.ceil(to - from)))
  return Array.from({ length }, (_, index) => from + index)
}

export function itemsOf(value: Value): readonly Value[] {
  if (value instanceof Map) return [...value.keys()]
  if (Array.isArray(value)) return value
  return value === null ? [] : [value]
}

export function truth(value: Value): boolean {
  if (typeof value === 'object') return itemsOf(value).length > 0
  return Boolean(value)
}

export function textOf(value: Value): string {
  return typeof value === 'object' ? '' : String(value).slice(0, MAX_STRING)
}

/** A value as text, with lists and dictionaries in Python's notation. Text beyond the limits of length and depth is cut. */
export function printed(value: Value): string {
  if (value === null || typeof value !== 'object') return textOf(value)
  return written(value, MAX_STRING, MAX_PRINTED_DEPTH)
}

/** @param room longest text (characters): a list may contain itself. */
function written(value: Value, room: number, depth: number): string {
  if (typeof value === 'string') return `'${textOf(value)}'`
  if (value === null || typeof value !== 'object') return textOf(value)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  let text = `${open}`
  for (const item of depth > 0 ? value : []) {
    if (text.length >= room) break
    if (text.length > 1) text += ', '
    const [key, part] = value instanceof Map ? (item as [string, Value]) : [null, item as Value]
    if (key !== null) text += `'${key}': `
    text += written(part, room - text.length, depth - 1)
  }
  return text.slice(0, room) + close
}

export function numberOf(value: Value): number {
  const number = typeof value === 'object' || value === '' ? Number.NaN : Number(value)
  if (!Number.isFinite(number)) throw new Halt('fault', `'${textOf(value)}' is not a number`)
  return number
}

export function operate(operator: string, a: Value, b: Value): Value {
  switch (operator) {
    case '==':
      return a === b
    case '!=':
      return a !== b
    case 'in':
      return typeof b === 'string' ? b.includes(textOf(a)) : itemsOf(b).includes(a)
    case '+':
      if (typeof a === 'string' || typeof b === 'string')
        return (textOf(a) + textOf(b)).slice(0, MAX_STRING)
  }
  return calculate(operator, numberOf(a), numberOf(b))
}

function calculate(operator: string, a: number, b: number): Value {
  switch (operator) {
    case '<':
      return a < b
    case '<=':
      return a <= b
    case '>':
      return a > b
    case '>=':
      return a >= b
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case '/':
      return b === 0 ? 0 : a / b
    case '//':
      return b === 0 ? 0 : Math.floor(a / b)
    default:
      return b === 0 ? 0 : a % b
  }
}
