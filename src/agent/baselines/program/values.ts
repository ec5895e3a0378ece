import { Halt } from './halt.ts'

/** A value in a program. */
export type Value = string | number | boolean | null | Value[] | Map<string, Value>

const MAX_RANGE = 1000
const MAX_STRING = 1000

/** Functions of the language's own. */
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
  ['str', ([value = null]) => textOf(value)],
  ['bool', ([value = null]) => truth(value)],
  ['list', ([value = null]) => [...itemsOf(value)]],
  ['enumerate', ([value = null]) => itemsOf(value).map((item, index) => [index, item])],
  ['range', ([first = 0, last]) => rangeOf(numberOf(first), last)],
])

const MAX_ITEMS = 1000

/** Methods of lists and dictionaries. */
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
])

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

export function numberOf(value: Value): number {
  const number = typeof value === 'object' || value === '' ? Number.NaN : Number(value)
  if (!Number.isFinite(number)) throw new Halt('fault', `'${textOf(value)}' is no number`)
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
