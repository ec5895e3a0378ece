import type { Section } from '../section.ts'
import type { TrialSet } from '../trial-set.ts'

/** Files that are excluded, completely or in part; null without any. */
export function excludedSection(sets: readonly TrialSet[]): Section | null {
  const rows = sets.flatMap(({ label, leftOut }) =>
    leftOut.map(({ name, why }) => ({ cells: [label, name, why] })),
  )
  if (rows.length === 0) return null
  return {
    id: 'excluded',
    title: 'Excluded',
    text: ['A trial with an unreadable log still counts with its result.'],
    plots: [],
    tables: [
      {
        caption: 'Excluded completely or in part',
        columns: [
          { heading: 'set', kind: 'text' },
          { heading: 'file or folder', kind: 'text' },
          { heading: 'reason', kind: 'text' },
        ],
        rows,
      },
    ],
  }
}
