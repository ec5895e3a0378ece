import type { Mark } from '../plots/series.ts'
import { Html } from './html.ts'

/** Outlines of the marks of plots, in a square of 14. */
const PATHS: Readonly<Record<string, string>> = {
  circle: 'M7 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9Z',
  square: 'M3 3h8v8h-8Z',
  'triangle-up': 'M7 2.5l5 9h-10Z',
  'triangle-down': 'M7 11.5l5-9h-10Z',
  cross: 'M5.3 2h3.4v3.3h3.3v3.4h-3.3v3.3h-3.4v-3.3h-3.3v-3.4h3.3Z',
  'triangle-right': 'M2.5 2l9 5l-9 5Z',
  'triangle-left': 'M11.5 2l-9 5l9 5Z',
  wedge: 'M7 2l3 10h-6Z',
  diamond: 'M7 2l4 5l-4 5l-4-5Z',
}

/** The mark of a series as an icon for legends, hollow for published figures. */
export function markIcon({ colour, shape }: Mark): Html {
  const paint =
    shape === 'diamond' ? `fill="none" stroke="${colour}" stroke-width="2"` : `fill="${colour}"`
  return Html.trusted(
    `<svg class="mark" viewBox="0 0 14 14" aria-hidden="true"><path d="${PATHS[shape] ?? PATHS.circle}" ${paint}/></svg>`,
  )
}
