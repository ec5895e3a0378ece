import type { Section } from '../section.ts'
import type { TrialSet } from '../trial-set.ts'

/** What lay in the folders and is not counted, or not in full; null when there is nothing. */
export function leftOutSection(sets: readonly TrialSet[]): Section | null {
  const rows = sets.flatMap(({ label, leftOut }) =>
    leftOut.map(({ name, why }) => ({ cells: [label, name, why] })),
  )
  if (rows.length === 0) return null
  return {
    id: 'left-out',
    title: 'Left out',
    text: ['Where a trial’s log cannot be read its result is counted all the same.'],
    plots: [],
    tables: [
      {
        caption: 'What is not counted, or not in full',
        columns: [
          { heading: 'trials', kind: 'text' },
          { heading: 'what', kind: 'text' },
          { heading: 'why', kind: 'text' },
        ],
        rows,
      },
    ],
  }
}
