import { NOTHING } from './table.ts'

/** A non-breaking space. */
const NO_BREAK = '\u00a0'

const THOUSANDS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** A whole number with thousands separators, or a dash for null. */
export function whole(value: number | null): string {
  return value === null ? NOTHING : THOUSANDS.format(value)
}

/** A mean or a rate per trial, with enough digits to distinguish it from 0. */
export function decimal(value: number | null): string {
  if (value === null) return NOTHING
  return value === 0 ? '0' : value.toFixed(value < 0.1 ? 3 : value < 10 ? 2 : 1)
}

/** @param share From 0 to 1. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)}${NO_BREAK}%`
}

/** An interval of shares. */
export function percentRange(interval: readonly [low: number, high: number]): string {
  return `${bare(interval)}${NO_BREAK}%`
}

/** A rate and its interval. */
export function rate(share: number, interval: readonly [low: number, high: number]): string {
  return `${percent(share)} (${bare(interval)})`
}

function bare([low, high]: readonly [low: number, high: number]): string {
  return `${(100 * low).toFixed(0)}–${(100 * high).toFixed(0)}`
}

/** A difference of shares and its interval, in percentage points. */
export function pointsRange(
  difference: number,
  [low, high]: readonly [low: number, high: number],
): string {
  const [middle, from, to] = [difference, low, high].map(points)
  return `${middle} (${from} to ${to})`
}

function points(share: number): string {
  const rounded = Math.round(100 * share)
  return rounded > 0 ? `+${rounded}` : rounded < 0 ? `−${-rounded}` : '0'
}

export function dollars(value: number | null): string {
  return value === null ? NOTHING : `$${value.toFixed(value < 1 ? 4 : 2)}`
}

/** The least and greatest value as one text. */
export function range(values: readonly number[]): string {
  if (values.length === 0) return NOTHING
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return low === high ? whole(low) : `${whole(low)} – ${whole(high)}`
}

/** Whole numbers as ranges: `1–30, 40`. */
export function runs(values: readonly number[]): string {
  const sorted = [...new Set(values)].sort((a, b) => a - b)
  const parts: [first: number, last: number][] = []
  for (const value of sorted) {
    const open = parts.at(-1)
    if (open && value === open[1] + 1) open[1] = value
    else parts.push([value, value])
  }
  return parts.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(', ')
}
