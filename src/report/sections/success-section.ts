import { type IntervalPoint, intervalPlot } from '../plots/interval-plot.ts'
import type { Plot } from '../plots/plot.ts'
import { nearestRates, PUBLISHED_DIAMONDS, publishedFor } from '../published.ts'
import type { Section } from '../section.ts'
import { successRows } from '../success.ts'
import type { Table } from '../table.ts'
import type { TrialSet } from '../trial-set.ts'
import { ELSEWHERE_HEADING, successTable, taskTable } from './success-table.ts'

/** Success by group and task, beside the paper's figures. */
export function successSection(sets: readonly TrialSet[]): Section {
  const published = publishedFor(sets.flatMap(({ trials }) => trials))
  const byTask = taskTable(sets)
  const hasDiamond = successRows(sets).some(({ group }) => group === 'MT8')
  return {
    id: 'success',
    title: 'Success',
    text: [
      'A trial is a success when its target was held, or worn, by what the world said, within the ticks it had. Intervals are Wilson’s, at 95 %; that of a group holds for its tasks as they were played.',
      ...(sets.length === 2
        ? ['Differences are in percentage points, with Newcombe’s interval at 95 %.']
        : []),
      ...published.map(({ method, source }) => `Measured elsewhere, ${method}: ${source}.`),
      'Figures that were measured elsewhere come from another world, another controller and another sample. They give the scale, and are in none of our statistics.',
    ],
    plots: [successPlot(sets)],
    tables: [
      successTable(sets),
      ...(byTask ? [byTask] : []),
      ...(hasDiamond ? [diamondTable()] : []),
    ],
  }
}

function successPlot(sets: readonly TrialSet[]): Plot {
  const all = successRows(sets)
  const groups = all.filter(({ kind }) => kind !== 'task')
  // Of one group its tasks are of interest.
  const rows = groups.length > 1 ? groups : all
  const points = rows.flatMap(({ name, cells }) =>
    cells.flatMap((cell, index): IntervalPoint[] => {
      const label = sets[index]?.label
      if (!cell || label === undefined) return []
      const [low, high] = cell.summary.interval
      return [{ row: name, label, share: cell.summary.successRate, low, high }]
    }),
  )
  const { method, source, rates } = nearestRates(sets.flatMap(({ trials }) => trials))
  return intervalPlot({
    title: 'Success with 95 % intervals',
    caption: `Share of trials. A hollow diamond was measured elsewhere: ${source}.`,
    rows: rows.map(({ name }) => name),
    labels: sets.map(({ label }) => label),
    points,
    elsewhere: {
      method: `${method}, ${ELSEWHERE_HEADING}`,
      points: rows.flatMap(({ name, group, kind }) => {
        const rate = group && kind === 'group' ? rates[group] : undefined
        return rate === undefined ? [] : [{ row: name, share: rate / 100 }]
      }),
    },
  })
}

function diamondTable(): Table {
  return {
    caption: 'ObtainDiamond, measured elsewhere',
    columns: [
      { heading: 'who', kind: 'elsewhere' },
      { heading: 'success', kind: 'elsewhere' },
      { heading: 'source', kind: 'elsewhere' },
    ],
    rows: PUBLISHED_DIAMONDS.map(({ who, success, source }) => ({ cells: [who, success, source] })),
  }
}
