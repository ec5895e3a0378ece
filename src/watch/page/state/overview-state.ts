import { END_TITLES, taskWords } from '#events/titles'
import { wilsonInterval } from '#trial/statistics'
import { itemName } from '#wire/item-words'
import type { TrialRow } from '../../protocol.ts'
import { clockText } from './game-time.ts'

/** What the overview shows, and in which order. */
export interface OverviewChoice {
  /** Words that all have to be in a trial's texts. */
  readonly filter: string
  readonly sort: Sort
  readonly group: Group
}

/** The orders of trials. */
export const SORTS = {
  folder: 'order of the folder',
  fastest: 'fastest first',
  slowest: 'slowest first',
  milestones: 'most milestones first',
  seed: 'seed',
} as const
export type Sort = keyof typeof SORTS

/** What groups of trials have in common. */
export const GROUPS = {
  none: 'no groups',
  task: 'task',
  strategy: 'strategy',
  planner: 'planner',
  perception: 'perception',
  seed: 'seed',
  result: 'result',
} as const
export type Group = keyof typeof GROUPS

/** Reads the choice from an address. Values that it cannot read count as absent. */
export function overviewChoice(query: string): OverviewChoice {
  const values = new URLSearchParams(query)
  const sort = values.get('sort') ?? ''
  const group = values.get('group') ?? ''
  return {
    filter: values.get('filter') ?? '',
    sort: Object.hasOwn(SORTS, sort) ? (sort as Sort) : 'folder',
    group: Object.hasOwn(GROUPS, group) ? (group as Group) : 'none',
  }
}

/** The query for a choice; empty for the default. */
export function overviewQuery({ filter, sort, group }: OverviewChoice): string {
  const values = new URLSearchParams()
  if (filter) values.set('filter', filter)
  if (sort !== 'folder') values.set('sort', sort)
  if (group !== 'none') values.set('group', group)
  const query = values.toString()
  return query && `?${query}`
}

/** The result of a trial in a word, or its state. */
export function resultText({ state, success, end }: TrialRow): string {
  if (state !== 'over') return state
  return success ? 'success' : end ? END_TITLES[end] : 'finished'
}

/** The trials that contain all words of a filter, in the chosen order. */
export function chosenRows(
  rows: readonly TrialRow[],
  { filter, sort }: OverviewChoice,
): readonly TrialRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const found = rows.filter((row) => {
    const text = searchText(row)
    return words.every((word) => text.includes(word))
  })
  return sort === 'folder' ? found : found.toSorted(ORDERS[sort])
}

const ORDERS: Readonly<Record<Exclude<Sort, 'folder'>, (a: TrialRow, b: TrialRow) => number>> = {
  fastest: (a, b) => Number(b.success) - Number(a.success) || a.tick - b.tick,
  slowest: (a, b) => b.tick - a.tick,
  milestones: (a, b) =>
    b.milestones.length - a.milestones.length ||
    (a.milestones.at(-1)?.tick ?? 0) - (b.milestones.at(-1)?.tick ?? 0),
  seed: (a, b) => a.seed - b.seed,
}

function searchText(row: TrialRow): string {
  const { id, task, seed, planner, strategy, perception, worker } = row
  const parts = [id, taskWords(task), `seed ${seed}`, planner, strategy, perception, worker ?? '']
  return [...parts, resultText(row)].join(' ').toLowerCase()
}

/** Trials with something in common. */
export interface RowGroup {
  /** What they have in common; empty without groups. */
  readonly title: string
  readonly rows: readonly TrialRow[]
}

function groupTitle(row: TrialRow, group: Exclude<Group, 'none'>): string {
  if (group === 'result') return resultText(row)
  if (group === 'seed') return `seed ${row.seed}`
  return group === 'task' ? taskWords(row.task) : itemName(String(row[group]))
}

/** The groups of trials, in the order of their first trials. */
export function groupsOf(rows: readonly TrialRow[], group: Group): readonly RowGroup[] {
  if (group === 'none') return [{ title: '', rows }]
  const groups = new Map<string, TrialRow[]>()
  for (const row of rows) {
    const title = groupTitle(row, group)
    groups.set(title, [...(groups.get(title) ?? []), row])
  }
  return [...groups].map(([title, members]) => ({ title, rows: members }))
}

/** Results of trials in a line: `5 of 8 finished trials obtained it: 63 % (31 to 86 %), median 2:40`. */
export function totalsText(rows: readonly TrialRow[]): string {
  const over = rows.filter(({ state }) => state === 'over')
  if (over.length === 0) return 'no trial has finished'
  const times = over.filter(({ success }) => success).map(({ tick }) => tick)
  const [low, high] = wilsonInterval(times.length, over.length)
  const rate = `${percent(times.length / over.length)} % (${percent(low)} to ${percent(high)} %)`
  const middle = medianOf(times)
  const median = middle === null ? '' : `, median time ${clockText(middle)}`
  return `${times.length} of ${over.length} finished trials successful: ${rate}${median}`
}

/** The share of finished trials that had obtained their target by each tick: steps as [tick, share]. */
export function successCurve(rows: readonly TrialRow[]): readonly (readonly [number, number])[] {
  const over = rows.filter(({ state }) => state === 'over')
  const times = over
    .filter(({ success }) => success)
    .map(({ tick }) => tick)
    .sort((a, b) => a - b)
  return times.map((tick, i) => [tick, (i + 1) / over.length] as const)
}

function percent(share: number): number {
  return Math.round(share * 100)
}

function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
