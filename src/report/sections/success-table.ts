import { differenceInterval } from '#trial/statistics'
import { pointsRange, rate, whole } from '../numbers.ts'
import { type PublishedRates, publishedFor } from '../published.ts'
import { GROUPS, type SuccessCell, type SuccessRow, successRows } from '../success.ts'
import { type Column, NOTHING, type Row, type Table } from '../table.ts'
import type { TrialSet } from '../trial-set.ts'

/** The heading above columns with published figures. */
export const PUBLISHED_HEADING = 'published'

/** A table of tasks with more rows is collapsed. */
const MAX_OPEN_ROWS = 12

/** The table of groups, with published figures in separate columns. */
export function successTable(sets: readonly TrialSet[]): Table {
  const published = publishedFor(sets.flatMap(({ trials }) => trials))
  const rows = successRows(sets).filter(({ kind }) => kind !== 'task')
  return {
    caption: 'Success',
    columns: [
      textColumn(rows.some(({ group }) => group !== null) ? 'group of the DEPS table' : 'task'),
      ...setColumns(sets, rows),
      ...published.map(
        ({ method }): Column => ({ heading: method, over: PUBLISHED_HEADING, kind: 'published' }),
      ),
    ],
    rows: rows.map(
      (row): Row => ({
        cells: [
          row.name,
          ...setCells(row, rows),
          ...published.map(({ rates }) => publishedCell(row, rows, rates)),
        ],
        strong: row.kind === 'all',
      }),
    ),
  }
}

/** The table of tasks; null when every group is one task. */
export function taskTable(sets: readonly TrialSet[]): Table | null {
  const rows = successRows(sets).filter(({ kind }) => kind === 'task')
  if (rows.length === 0) return null
  return {
    caption: 'Success by task',
    columns: [textColumn('task'), ...setColumns(sets, rows)],
    rows: rows.map((row) => ({ cells: [row.name, ...setCells(row, rows)] })),
    folded: rows.length > MAX_OPEN_ROWS,
  }
}

function textColumn(heading: string): Column {
  return { heading, kind: 'text' }
}

function setColumns(sets: readonly TrialSet[], rows: readonly SuccessRow[]): Column[] {
  const headings = [
    ...(isPartial(rows) ? ['tasks'] : []),
    'obtained',
    'rate (95 %)',
    'median ticks',
  ]
  const [first, second] = sets
  return [
    ...sets.flatMap(({ label }) =>
      headings.map((heading): Column => ({ heading, over: label, kind: 'number' })),
    ),
    ...(first && second && sets.length === 2
      ? [
          {
            heading: 'points (95 %)',
            over: `${second.label} − ${first.label}`,
            kind: 'number',
          } as const,
        ]
      : []),
  ]
}

/** Whether a set contains only a part of a group's tasks. */
function isPartial(rows: readonly SuccessRow[]): boolean {
  return rows.some(({ cells }) => cells.some((cell) => cell && cell.tasks[0] < cell.tasks[1]))
}

function setCells({ cells }: SuccessRow, rows: readonly SuccessRow[]): string[] {
  const partial = isPartial(rows)
  const [first, second] = cells
  return [
    ...cells.flatMap((cell) => [
      ...(partial ? [cell ? cell.tasks.join(' of ') : NOTHING] : []),
      ...(cell ? summaryCells(cell) : [NOTHING, NOTHING, NOTHING]),
    ]),
    ...(cells.length === 2 ? [difference(first, second)] : []),
  ]
}

function summaryCells({ summary }: SuccessCell): string[] {
  return [
    `${whole(summary.successes)} of ${whole(summary.trials)}`,
    rate(summary.successRate, summary.interval),
    whole(summary.medianTicks),
  ]
}

function difference(
  first: SuccessCell | null | undefined,
  second: SuccessCell | null | undefined,
): string {
  if (!first || !second) return NOTHING
  return pointsRange(
    second.summary.successRate - first.summary.successRate,
    differenceInterval(first.summary, second.summary),
  )
}

/** The mean over all groups is shown only next to trials of all groups. */
function publishedCell(
  row: SuccessRow,
  rows: readonly SuccessRow[],
  rates: PublishedRates['rates'],
): string {
  const complete =
    !isPartial(rows) && GROUPS.every((group) => rows.some((one) => one.group === group))
  const printed = row.group
    ? rates[row.group]
    : complete && row.kind === 'all'
      ? rates.AVG
      : undefined
  return printed === undefined ? NOTHING : `${printed} %`
}
