import type { EventOf, TrialEvent } from './events.ts'

export type TaskStatus =
  | 'running'
  | 'too-hard'
  | 'split'
  | 'success'
  | 'failure'
  /** The trial ended before the task did. */
  | 'cut-off'

/** The sign before a task. */
export const TASK_SIGNS: Readonly<Record<TaskStatus, string>> = {
  running: '▶',
  'too-hard': '…',
  split: '⌄',
  success: '✓',
  failure: '✕',
  'cut-off': '■',
}

/** A task of ADaPT's recursion, or a thread of THREAD. */
export interface TaskNode {
  /** The thread's number in its run; null for a task of ADaPT. */
  readonly thread: number | null
  readonly task: string
  /** 1 for the trial's own task. */
  readonly depth: number
  readonly status: TaskStatus
  /** ADaPT: the executor's failure or the plan. THREAD: the last line written, observed or printed, or the failure. */
  readonly detail: string
}

/** A tree in the order in which its tasks began: subtasks follow their task, one level deeper. */
export type TaskTree = readonly TaskNode[]

const ADAPT_STATUS: Readonly<Record<EventOf<'adapt'>['what'], TaskStatus>> = {
  try: 'running',
  'too-hard': 'too-hard',
  split: 'split',
  success: 'success',
  failure: 'failure',
}

const THREAD_STATUS: Readonly<Record<EventOf<'thread'>['what'], TaskStatus>> = {
  spawn: 'running',
  write: 'running',
  observe: 'running',
  end: 'success',
  failure: 'failure',
}

/** The tree after an event. A new main thread of THREAD begins a new tree. */
export function foldTaskTree(tree: TaskTree, event: TrialEvent): TaskTree {
  switch (event.type) {
    case 'adapt':
      return foldAdapt(tree, event)
    case 'thread':
      return foldThread(tree, event)
    case 'trial-end':
      return tree.map((node) => ended(node, event.end === 'success'))
    default:
      return tree
  }
}

function foldAdapt(tree: TaskTree, { what, task, depth, detail }: EventOf<'adapt'>): TaskTree {
  const begun = tree.findLastIndex((node) => node.depth === depth && node.task === task)
  const node = { thread: null, task, depth, status: ADAPT_STATUS[what], detail }
  const open = tree[begun]
  if (!open || !isOpen(open)) return [...tree, node]
  return tree.with(begun, { ...node, detail: detail || open.detail })
}

function foldThread(tree: TaskTree, event: EventOf<'thread'>): TaskTree {
  const { what, thread, parent, depth, text } = event
  const status = THREAD_STATUS[what]
  if (what === 'spawn') {
    const node = { thread, task: text, depth, status, detail: '' }
    return parent === null ? [node] : [...tree, node]
  }
  return tree.map((node) => (node.thread === thread ? { ...node, status, detail: text } : node))
}

/** The final status of a task that is open when the trial ends: a successful trial completes its own task. */
function ended(node: TaskNode, isReached: boolean): TaskNode {
  if (!isOpen(node)) return node
  if (isReached && node.depth === 1) return { ...node, status: 'success' }
  return node.status === 'split' ? node : { ...node, status: 'cut-off' }
}

function isOpen({ status }: TaskNode): boolean {
  return status !== 'success' && status !== 'failure'
}
