import type { EventOf } from '../../../episode/events.ts'

/** A thread of THREAD. */
export interface ThreadNode {
  /** Its number in this run. */
  readonly thread: number
  readonly task: string
  /** 1 for the main thread. */
  readonly depth: number
  readonly status: 'running' | 'success' | 'failure'
  /** What it wrote or heard last; in the end what it printed, or why it has no result. */
  readonly detail: string
}

/** The tree in the order in which threads began: since each waits for its child, a child follows its parent. */
export type ThreadState = readonly ThreadNode[]

const STATUS = {
  spawn: 'running',
  write: 'running',
  hear: 'running',
  end: 'success',
  failure: 'failure',
} as const

/** The tree after a step; a main thread that begins is a new tree. */
export function foldThread(nodes: ThreadState, event: EventOf<'thread'>): ThreadState {
  const { what, thread, parent, depth, text } = event
  const status = STATUS[what]
  if (what === 'spawn') {
    const node = { thread, task: text, depth, status, detail: '' }
    return parent === null ? [node] : [...nodes, node]
  }
  return nodes.map((node) => (node.thread === thread ? { ...node, status, detail: text } : node))
}
