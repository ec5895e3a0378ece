import { TASK_SIGNS, type TaskNode } from '#events/task-tree'
import { skillTitle } from '#events/titles'
import { logsOf, missingLogs } from '../logs.ts'
import type { Section } from '../section.ts'
import { spreadColumns, spreadOf } from '../spread.ts'
import type { Table } from '../table.ts'
import type { Branch, Tree } from '../tree.ts'
import type { TrialRecord } from '../trial-record.ts'
import type { TrialSet } from '../trial-set.ts'

/** Depth of ADaPT's and THREAD's recursion, with a tree of each set; null for other strategies. */
export function recursionSection(sets: readonly TrialSet[]): Section | null {
  const playing = sets.filter((set) => logsOf(set).some(isRecursive))
  if (playing.length === 0) return null
  return {
    id: 'recursion',
    title: 'Recursion',
    text: [
      'Number and greatest depth of ADaPT’s tasks or THREAD’s threads. The trial’s own task has depth 1.',
      ...missingLogs(playing),
    ],
    plots: [],
    tables: [depthTable(playing)],
    trees: playing.flatMap(deepestTree),
  }
}

function isRecursive({ recursion }: TrialRecord): boolean {
  return recursion.tasks > 0
}

function depthTable(sets: readonly TrialSet[]): Table {
  const measures: readonly (readonly [string, (log: TrialRecord) => number])[] = [
    ['tasks or threads', ({ recursion }) => recursion.tasks],
    ['greatest depth', ({ recursion }) => recursion.depth],
  ]
  return {
    caption: 'Recursion per trial',
    columns: [{ heading: '', kind: 'text' }, ...sets.flatMap(({ label }) => spreadColumns(label))],
    rows: measures.map(([name, measure]) => ({
      cells: [
        name,
        ...sets.flatMap((set) => spreadOf(logsOf(set).filter(isRecursive).map(measure))),
      ],
    })),
  }
}

/** The tree of a set's first trial with the greatest depth. */
function deepestTree({ label, trials }: TrialSet): Tree[] {
  const [deepest] = trials
    .flatMap(({ name, record }) => (record && isRecursive(record) ? [{ name, record }] : []))
    .toSorted((a, b) => depthOf(b.record) - depthOf(a.record))
  if (!deepest) return []
  const { name, record } = deepest
  return [{ caption: `${label}, deepest tree: ${name}`, branches: record.tree.map(branchOf) }]
}

function depthOf({ tree }: TrialRecord): number {
  return Math.max(0, ...tree.map(({ depth }) => depth))
}

function branchOf({ depth, status, task, detail }: TaskNode): Branch {
  return { depth, sign: TASK_SIGNS[status], status: skillTitle(status), text: task, detail }
}
