import { median } from '#trial/statistics'
import { logsOf, missingLogs } from '../logs.ts'
import { decimal, percent, whole } from '../numbers.ts'
import type { Section } from '../section.ts'
import { type Column, NOTHING } from '../table.ts'
import type { Prediction } from '../trial-record.ts'
import type { TrialSet } from '../trial-set.ts'

const HEADINGS = ['reached', 'predicted', 'took', 'off by factor', 'in the 80 % range']

/** What selectors predicted of the goals that they chose, and what those took; null where nothing was predicted. */
export function predictionSection(sets: readonly TrialSet[]): Section | null {
  const all = sets.map((set) => logsOf(set).flatMap(({ predictions }) => predictions))
  const skills = [...new Set(all.flat().map(({ skill }) => skill))].sort()
  if (skills.length === 0) return null
  const columns = sets.flatMap(({ label }) =>
    HEADINGS.map((heading): Column => ({ heading, over: label, kind: 'number' })),
  )
  return {
    id: 'predictions',
    title: 'Predictions of the selector',
    text: [
      'Ticks from the choice of a goal until it was reached; what was given up is left out. Medians, and by which factor the prediction was off in either direction, in half of the cases. The range is that in which 80 % are to lie.',
      ...missingLogs(sets),
    ],
    plots: [],
    tables: [
      {
        caption: 'Predicted and real ticks of the goals that were reached',
        columns: [{ heading: 'skill', kind: 'text' }, ...columns],
        rows: skills.map((skill) => ({
          cells: [
            skill,
            ...all.flatMap((some) => cellsOf(some.filter((one) => one.skill === skill))),
          ],
        })),
      },
    ],
  }
}

function cellsOf(predictions: readonly Prediction[]): string[] {
  if (predictions.length === 0) return HEADINGS.map(() => NOTHING)
  const ranges = predictions.flatMap(({ interval, real }) =>
    interval ? [interval.low <= real && real <= interval.high] : [],
  )
  return [
    whole(predictions.length),
    whole(median(predictions.map(({ predicted }) => predicted))),
    whole(median(predictions.map(({ real }) => real))),
    decimal(median(predictions.map(factorOff))),
    ranges.length === 0 ? NOTHING : percent(ranges.filter(Boolean).length / ranges.length),
  ]
}

/** How many times longer or shorter it took than predicted, at least 1. */
function factorOff({ predicted, real }: Prediction): number {
  return Math.exp(Math.abs(Math.log1p(predicted) - Math.log1p(real)))
}
