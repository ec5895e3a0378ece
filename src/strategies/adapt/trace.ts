import type { AgentEventOf } from '#agent/agent-event'
import type { Operator } from './plan-tree.ts'

/** The tree of calls in one run of ADaPT, for reports and displays; plain data. */
export type Trace = TaskTrace | GroupTrace

/** `untried` branches were made needless by an earlier success or failure. */
export type TraceState = 'untried' | 'running' | 'succeeded' | 'failed'

export interface TaskTrace {
  readonly kind: 'task'
  readonly task: string
  /** The k of Algorithm 1; 1 for the task itself. */
  readonly depth: number
  state: TraceState
  /** Why the executor failed; null when it succeeded or was not asked. */
  failure: string | null
  /** The executor's actions and observations. */
  log: readonly string[]
  /** The plan that the task was split into; null when it was not split. */
  plan: Trace | null
}

export interface GroupTrace {
  readonly kind: Operator
  readonly depth: number
  state: TraceState
  readonly branches: readonly Trace[]
}

/** One step of a run as it happens. */
export interface AdaptEvent {
  /**
   * `try`: the executor begins. `too-hard`: the executor failed for the reason in `detail`. `split`: the planner returned
   * the plan in `detail`. `success` and `failure` end the task.
   */
  readonly what: AgentEventOf<'adapt'>['what']
  readonly task: string
  readonly depth: number
  readonly detail: string
}
