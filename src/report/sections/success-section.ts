import { type IntervalPoint, intervalPlot } from '../plots/interval-plot.ts'
import type { Plot } from '../plots/plot.ts'
import { nearestRates, PUBLISHED_DIAMONDS, publishedFor } from '../published.ts'
import type { Section } from '../section.ts'
import { successRows } from '../success.ts'
import type { Table } from '../table.ts'
import type { TrialSet } from '../trial-set.ts'
import { PUBLISHED_HEADING, successTable, taskTable } from './success-table.ts'

/** Success by group and task, next to published figures. */
export function successSection(sets: readonly TrialSet[]): Section {
  const published = publishedFor(sets.flatMap(({ trials }) => trials))
  const byTask = taskTable(sets)
  const hasDiamond = successRows(sets).some(({ group }) => group === 'MT8')
  return {
    id: 'success',
    title: 'Success',
    text: [
      'A trial succeeds when the agent holds or wears its target, as confirmed by the world, within the tick limit. All intervals are 95 % confidence intervals (Wilson). The interval of a group applies to the mix of tasks that was played.',
      ...(sets.length === 2
        ? ['Differences are in percentage points, with 95 % confidence intervals (Newcombe).']
        : []),
      ...published.map(({ method, source }) => `Published figures for ${method}: ${source}.`),
      'Published figures come from other environments, controllers and samples. They show the scale of the problem, and are not part of any statistic here.',
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
  // A single group is shown by its tasks.
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
  const published = rows.flatMap(({ name, group, kind }) => {
    const rate = group && kind === 'group' ? rates[group] : undefined
    return rate === undefined ? [] : [{ row: name, share: rate / 100 }]
  })
  return intervalPlot({
    title: 'Success with 95 % intervals',
    caption: `Share of trials that obtained their target.${published.length > 0 ? ` Hollow diamonds are published figures: ${source}.` : ''}`,
    rows: rows.map(({ name }) => name),
    labels: sets.map(({ label }) => label),
    points,
    published: {
      method: `${method}, ${PUBLISHED_HEADING}`,
      points: published,
    },
  })
}

function diamondTable(): Table {
  return {
    caption: 'ObtainDiamond, published results',
    columns: [
      { heading: 'agent', kind: 'published' },
      { heading: 'success', kind: 'published' },
      { heading: 'source', kind: 'published' },
    ],
    rows: PUBLISHED_DIAMONDS.map(({ who, success, source }) => ({ cells: [who, success, source] })),
  }
}
