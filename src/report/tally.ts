import { counted } from '#wire/wording'
import { decimal, whole } from './numbers.ts'
import type { Bar } from './plots/bar-plot.ts'
import type { Column, Row, Table } from './table.ts'

/** What was found in the trials of one set. */
export interface Counted {
  readonly label: string
  /** Number of trials that were searched. */
  readonly trials: number
  /** One entry per occurrence. */
  readonly things: readonly string[]
}

/** How often each thing occurs in each set, most frequent first. */
export interface Tally {
  readonly names: readonly string[]
  readonly counts: readonly TallyCounts[]
}

interface TallyCounts extends Pick<Counted, 'label' | 'trials'> {
  readonly byName: ReadonlyMap<string, number>
}

/** Counts occurrences. @param max Number of names to keep; rarer ones are combined. */
export function tally(sets: readonly Counted[], max: number = Number.POSITIVE_INFINITY): Tally {
  const total = countsOf(sets.flatMap(({ things }) => things))
  const ranked = [...total].sort(([a, m], [b, n]) => n - m || a.localeCompare(b))
  const kept = new Set(ranked.slice(0, max).map(([name]) => name))
  const rest = counted(ranked.length - kept.size, 'other')
  return {
    names: [...kept, ...(ranked.length > kept.size ? [rest] : [])],
    counts: sets.map(({ label, trials, things }) => ({
      label,
      trials,
      byName: countsOf(things.map((name) => (kept.has(name) ? name : rest))),
    })),
  }
}

/** The tally as a table with counts and counts per trial. */
export function tallyTable({ names, counts }: Tally, caption: string, heading: string): Table {
  return {
    caption,
    columns: [
      { heading, kind: 'text' },
      ...counts.flatMap(({ label }): Column[] => [
        { heading: 'count', over: label, kind: 'number' },
        { heading: 'per trial', over: label, kind: 'number' },
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

/** Mean occurrences per trial, for a plot. */
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
