import type { RegretRow } from '#trial/regret'
import { tableLines } from '../table.ts'

/** The regrets of choosers, for people. */
export function regretLines(rows: readonly RegretRow[]): string[] {
  return tableLines([
    ['chosen by', 'decisions', 'mean regret (ticks)', 'median', 'best chosen'],
    ...rows.map(({ selector, decisions, mean, median, best }) => [
      selector,
      String(decisions),
      mean === null ? '-' : mean.toFixed(0),
      median === null ? '-' : median.toFixed(0),
      best === null ? '-' : `${(100 * best).toFixed(0)} %`,
    ]),
  ])
}
