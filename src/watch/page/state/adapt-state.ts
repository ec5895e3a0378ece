import type { EventOf } from '../../../episode/events.ts'

export type AdaptStatus = 'running' | 'too-hard' | 'split' | 'success' | 'failure'

/** A task of ADaPT's recursion. */
export interface AdaptNode {
  readonly task: string
  /** 1 for the trial's own task. */
  readonly depth: number
  readonly status: AdaptStatus
  /** The executor's reason, or the plan that the task was split into. */
  readonly detail: string
}

/** The tree in the order in which its tasks were begun: a task's parts follow it, one level deeper. */
export type AdaptState = readonly AdaptNode[]

const STATUS: Readonly<Record<EventOf<'adapt'>['what'], AdaptStatus>> = {
  try: 'running',
  'too-hard': 'too-hard',
  split: 'split',
  success: 'success',
  failure: 'failure',
}

/** The tree after a step of the recursion. */
export function foldAdapt(nodes: AdaptState, event: EventOf<'adapt'>): AdaptState {
  const { what, task, depth, detail } = event
  const open = nodes.findLastIndex((node) => node.depth === depth && node.task === task)
  const begun = open >= 0 && isOpen(nodes[open])
  const node = { task, depth, status: STATUS[what], detail }
  if (!begun) return [...nodes, node]
  return nodes.map((one, i) => (i === open ? { ...node, detail: detail || one.detail } : one))
}

function isOpen(node: AdaptNode | undefined): boolean {
  return node?.status !== 'success' && node?.status !== 'failure'
}
