import { wilsonInterval } from '#trial/statistics'
import { countInLogs, logsOf, missingLogs } from '../logs.ts'
import { rate, whole } from '../numbers.ts'
import type { Section } from '../section.ts'
import { spreadColumns, spreadOf } from '../spread.ts'
import { type Column, NOTHING, type Table } from '../table.ts'
import { tally, tallyTable } from '../tally.ts'
import type { TrialRecord } from '../trial-record.ts'
import type { TrialSet } from '../trial-set.ts'

/** Number of reasons with their own row. */
const MAX_REASONS = 12

/** Ranges of numbers of new plans, one row each. */
const BUCKETS: readonly (readonly [from: number, to: number])[] = [
  [0, 0],
  [1, 1],
  [2, 2],
  [3, 3],
  [4, 5],
  [6, 10],
  [11, Number.POSITIVE_INFINITY],
]

/** How often and why the agent replanned, and with what success; null without plans. */
export function replanningSection(sets: readonly TrialSet[]): Section | null {
  const logs = sets.flatMap(logsOf)
  if (logs.every(({ plans, splits }) => plans.length + splits === 0)) return null
  const reasons = tally(
    countInLogs(sets, ({ plans }) => plans.slice(1)),
    MAX_REASONS,
  )
  return {
    id: 'replanning',
    title: 'Replanning',
    text: [
      'Every plan after the first is a new plan. With a language model, a new plan is a round of the DEPS paper’s Table 4. The symbolic planner also replans when the inventory changes, so that its numbers are not comparable with rounds.',
      ...missingLogs(sets),
    ],
    plots: [],
    tables: [
      amountTable(sets),
      outcomeTable(sets),
      ...(reasons.names.length > 0 ? [tallyTable(reasons, 'Reasons for new plans', 'reason')] : []),
    ],
  }
}

function amountTable(sets: readonly TrialSet[]): Table {
  const measures: readonly (readonly [string, (log: TrialRecord) => number])[] = [
    ['new plans', newPlans],
    ['split tasks (ADaPT)', ({ splits }) => splits],
    [
      'corrected goals per plan',
      ({ mistakes, plans }) => count(mistakes, 'corrected') / Math.max(1, plans.length),
    ],
    [
      'rejected goals per plan',
      ({ mistakes, plans }) => count(mistakes, 'rejected') / Math.max(1, plans.length),
    ],
  ]
  return {
    caption: 'New plans per trial',
    columns: [{ heading: '', kind: 'text' }, ...sets.flatMap(({ label }) => spreadColumns(label))],
    rows: measures
      .filter(([, measure]) => sets.some((set) => logsOf(set).some((log) => measure(log) > 0)))
      .map(([name, measure]) => ({
        cells: [name, ...sets.flatMap((set) => spreadOf(logsOf(set).map(measure)))],
      })),
  }
}

function count<Thing>(things: readonly Thing[], wanted: Thing): number {
  return things.filter((thing) => thing === wanted).length
}

function outcomeTable(sets: readonly TrialSet[]): Table {
  return {
    caption: 'Success by the number of new plans',
    columns: [
      { heading: 'new plans', kind: 'text' },
      ...sets.flatMap(({ label }) =>
        ['obtained', 'rate (95 %)'].map(
          (heading): Column => ({ heading, over: label, kind: 'number' }),
        ),
      ),
    ],
    rows: BUCKETS.map(([from, to]) => ({
      cells: [bucketName(from, to), ...sets.flatMap((set) => outcomeCells(set, from, to))],
    })).filter(({ cells }) => cells.slice(1).some((cell) => cell !== NOTHING)),
  }
}

function outcomeCells({ trials }: TrialSet, from: number, to: number): string[] {
  const inside = trials.filter(({ record }) => {
    const plans = record ? newPlans(record) : Number.NaN
    return plans >= from && plans <= to
  })
  if (inside.length === 0) return [NOTHING, NOTHING]
  const obtained = inside.filter(({ result }) => result.success).length
  return [
    `${whole(obtained)} of ${whole(inside.length)}`,
    rate(obtained / inside.length, wilsonInterval(obtained, inside.length)),
  ]
}

function newPlans({ plans }: TrialRecord): number {
  return Math.max(0, plans.length - 1)
}

function bucketName(from: number, to: number): string {
  if (from === to) return String(from)
  return Number.isFinite(to) ? `${from} – ${to}` : `${from} or more`
}
