import { decimal, whole } from './numbers.ts'
import type { Bar } from './plots/bar-plot.ts'
import type { Column, Row, Table } from './table.ts'

/** What was counted in the trials of one set. */
export interface Counted {
  readonly label: string
  /** Trials that were looked at. */
  readonly trials: number
  /** One entry for each time. */
  readonly things: readonly string[]
}

/** How often each thing was counted in each set, the most frequent first. */
export interface Tally {
  readonly names: readonly string[]
  readonly counts: readonly TallyCounts[]
}

interface TallyCounts extends Pick<Counted, 'label' | 'trials'> {
  readonly byName: ReadonlyMap<string, number>
}

/** Counts things that were met. @param most Names to keep; what is rarer is put together. */
export function tally(sets: readonly Counted[], most: number = Number.POSITIVE_INFINITY): Tally {
  const total = countsOf(sets.flatMap(({ things }) => things))
  const ranked = [...total].sort(([a, m], [b, n]) => n - m || a.localeCompare(b))
  const kept = new Set(ranked.slice(0, most).map(([name]) => name))
  const rest = `${ranked.length - kept.size} others`
  return {
    names: [...kept, ...(ranked.length > kept.size ? [rest] : [])],
    counts: sets.map(({ label, trials, things }) => ({
      label,
      trials,
      byName: countsOf(things.map((name) => (kept.has(name) ? name : rest))),
    })),
  }
}

/** The tally as a table: how many, and how many a trial. */
export function tallyTable({ names, counts }: Tally, caption: string, heading: string): Table {
  return {
    caption,
    columns: [
      { heading, kind: 'text' },
      ...counts.flatMap(({ label }): Column[] => [
        { heading: 'count', over: label, kind: 'number' },
        { heading: 'a trial', over: label, kind: 'number' },
      ]),
    ],
    rows: [
      ...names.map((name) => tallyRow(name, counts, ({ byName }) => byName.get(name) ?? 0)),
      {
        ...tallyRow('all', counts, ({ byName }) => [...byName.values()].reduce((a, b) => a + b, 0)),
        strong: true,
      },
    ],
  }
}

/** How often each thing was met in a trial, for a plot. */
export function tallyBars({ names, counts }: Tally): Bar[] {
  return counts.flatMap(({ label, trials, byName }) =>
    names.map((row) => ({ row, label, value: (byName.get(row) ?? 0) / (trials || 1) })),
  )
}

function tallyRow(
  name: string,
  counts: readonly TallyCounts[],
  countOf: (counts: TallyCounts) => number,
): Row {
  return {
    cells: [
      name,
      ...counts.flatMap((one) => [
        whole(countOf(one)),
        decimal(one.trials === 0 ? null : countOf(one) / one.trials),
      ]),
    ],
  }
}

function countsOf(things: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const thing of things) counts.set(thing, (counts.get(thing) ?? 0) + 1)
  return counts
}
