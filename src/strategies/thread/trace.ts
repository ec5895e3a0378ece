import type { AgentEventOf } from '#agent/agent-event'
import type { Failure } from '../adapt/roles.ts'

/** One thread of a run with its children, for reports and displays; plain data. */
export interface ThreadTrace {
  readonly task: string
  /** 1 for the main thread. */
  readonly depth: number
  /** The lines that the thread wrote and the answers that it got, in order. */
  readonly log: string[]
  /** The result for the parent (ψ); null while the thread runs and when it ends without a result. */
  printed: string | null
  readonly children: ThreadTrace[]
}

/** How a tree of threads ended. */
export interface ThreadResult {
  /** Whether the main thread ended by itself without reporting a failure. */
  readonly ok: boolean
  /** Why the run failed; null after a success. */
  readonly failure: Failure | null
  /** The greatest depth of any thread. */
  readonly depth: number
  /** Calls of the model. */
  readonly calls: number
  readonly trace: ThreadTrace
}

/** One step of a run as it happens. */
export interface ThreadEvent {
  /**
   * `spawn`: the thread begins, with its task in `text`. `write`: the thread writes lines until it waits or ends.
   * `observe`: the answer to its last line. `end`: the thread ends with its result. `failure`: the thread ends without a
   * result, for the reason in `text`.
   */
  readonly what: AgentEventOf<'thread'>['what']
  /** Number of the thread, from 1, in the order in which threads begin. */
  readonly thread: number
  /** Null for the main thread. */
  readonly parent: number | null
  readonly depth: number
  readonly text: string
}
