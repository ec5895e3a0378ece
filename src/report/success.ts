import { taskTitle } from '#events/titles'
import { type Summary, summarize } from '#trial/summary'
import { TASKS } from '#trial/tasks'
import { plainText } from '#wire/plain-text'
import type { ReportedTrial, TrialSet } from './trial-set.ts'

/** Success of each set in one task, one group of the DEPS table, or all trials. */
export interface SuccessRow {
  readonly kind: 'group' | 'task' | 'all'
  readonly name: string
  /** `MT1` to `MT8`; null for other tasks and for all trials. */
  readonly group: string | null
  /** One cell per set, in order; null for a set without such trials. */
  readonly cells: readonly (SuccessCell | null)[]
}

export interface SuccessCell {
  readonly summary: Summary
  /** How many of the row's tasks were played, and how many there are. */
  readonly tasks: readonly [played: number, of: number]
}

/** `MT1` to `MT8`. */
export const GROUPS: readonly string[] = [...new Set(TASKS.flatMap(({ group }) => group ?? []))]

const OTHER = 'other tasks'

/** Rows by group, each followed by its tasks. Several groups are followed by a row for all trials. */
export function successRows(sets: readonly TrialSet[]): SuccessRow[] {
  const all = sets.flatMap(({ trials }) => trials)
  const groups = Map.groupBy(all, ({ result }) => groupOf(result.task))
  const names = [...groups.keys()].sort((a, b) => (a ?? OTHER).localeCompare(b ?? OTHER))
  const rows = names.flatMap((group) => groupRows(sets, group, groups.get(group) ?? []))
  if (names.length < 2) return rows
  return [...rows, row(sets, { kind: 'all', name: 'all', group: null }, () => true)]
}

function groupRows(
  sets: readonly TrialSet[],
  group: string | null,
  trials: readonly ReportedTrial[],
): SuccessRow[] {
  const tasks = [...new Set(trials.map(({ result }) => result.task))]
  const taskRows = tasks.map((task) =>
    row(sets, { kind: 'task', name: plainText(taskTitle(task)), group }, (other) => other === task),
  )
  // A group of one task, such as MT8, needs only one row.
  if (group === null ? tasks.length === 1 : sizeOf(group) === 1)
    return taskRows.map((one) => ({
      ...one,
      kind: 'group',
      name: [group, one.name].join(' ').trim(),
    }))
  const title = { kind: 'group', name: group ?? OTHER, group } as const
  return [row(sets, title, (task) => groupOf(task) === group), ...taskRows]
}

function row(
  sets: readonly TrialSet[],
  title: Pick<SuccessRow, 'kind' | 'name' | 'group'>,
  belongs: (task: string) => boolean,
): SuccessRow {
  const cells = sets.map(({ trials }): SuccessCell | null => {
    const results = trials.map(({ result }) => result).filter(({ task }) => belongs(task))
    if (results.length === 0) return null
    const played = new Set(results.map(({ task }) => task)).size
    const of = title.kind === 'group' && title.group !== null ? sizeOf(title.group) : played
    return { summary: summarize(title.name, results), tasks: [played, of] }
  })
  return { ...title, cells }
}

/** The group of a task; null for a task outside the DEPS table. */
export function groupOf(task: string): string | null {
  return TASKS.find(({ name }) => name === task)?.group ?? null
}

function sizeOf(group: string): number {
  return TASKS.filter((task) => task.group === group).length
}
