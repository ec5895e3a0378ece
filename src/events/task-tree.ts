import type { EventOf, TrialEvent } from './events.ts'

export type TaskStatus =
  | 'running'
  | 'too-hard'
  | 'split'
  | 'success'
  | 'failure'
  /** The trial ended before it did. */
  | 'cut-off'

/** What stands before a task. */
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
  /** A thread's number in its run; null for a task of ADaPT's. */
  readonly thread: number | null
  readonly task: string
  /** 1 for the trial's own task. */
  readonly depth: number
  readonly status: TaskStatus
  /** Why an executor failed, or the plan; what a thread wrote, heard or printed last, or why it has no result. */
  readonly detail: string
}

/** A tree in the order in which its tasks were begun: a task's parts follow it, one level deeper. */
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

/** The tree after an event. THREAD's is that of its last run: a main thread that begins is a new tree. */
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

/** What is open when a trial ends: its own task is done if the trial succeeded, and others ended with it. */
function ended(node: TaskNode, isReached: boolean): TaskNode {
  if (!isOpen(node)) return node
  if (isReached && node.depth === 1) return { ...node, status: 'success' }
  return node.status === 'split' ? node : { ...node, status: 'cut-off' }
}

function isOpen({ status }: TaskNode): boolean {
  return status !== 'success' && status !== 'failure'
}
