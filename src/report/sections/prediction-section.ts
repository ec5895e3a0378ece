import { median } from '#trial/statistics'
import { logsOf, missingLogs } from '../logs.ts'
import { decimal, percent, whole } from '../numbers.ts'
import type { Section } from '../section.ts'
import { type Column, NOTHING } from '../table.ts'
import type { Prediction } from '../trial-record.ts'
import type { TrialSet } from '../trial-set.ts'

const HEADINGS = ['reached', 'predicted', 'actual', 'error factor', 'within 80 % interval']

/** Predicted and actual ticks of the chosen goals; null without predictions. */
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
      'Ticks from the choice of a goal until the agent reached it; abandoned goals are not counted. All figures are medians. The error factor is the ratio of predicted to actual ticks or its inverse, whichever is greater. The last column is the share of goals within the predicted 80 % interval.',
      ...missingLogs(sets),
    ],
    plots: [],
    tables: [
      {
        caption: 'Predicted and actual ticks of reached goals',
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
  const ranges = predictions.flatMap(({ interval, actual }) =>
    interval ? [interval.low <= actual && actual <= interval.high] : [],
  )
  return [
    whole(predictions.length),
    whole(median(predictions.map(({ predicted }) => predicted))),
    whole(median(predictions.map(({ actual }) => actual))),
    decimal(median(predictions.map(errorFactor))),
    ranges.length === 0 ? NOTHING : percent(ranges.filter(Boolean).length / ranges.length),
  ]
}

/** The ratio of predicted to actual ticks, or its inverse, at least 1. */
function errorFactor({ predicted, actual }: Prediction): number {
  return Math.exp(Math.abs(Math.log1p(predicted) - Math.log1p(actual)))
}
