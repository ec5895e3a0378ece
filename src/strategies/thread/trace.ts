import type { Failure } from '../adapt/roles.ts'

/** One thread of a run with those that it spawned, for reports and displays; plain data. */
export interface ThreadTrace {
  readonly task: string
  /** 1 for the main thread. */
  readonly depth: number
  /** What it wrote and heard, in order. */
  readonly log: string[]
  /** What went back to its parent (ψ); null while it runs, and when it came to no result. */
  printed: string | null
  readonly children: ThreadTrace[]
}

/** How a tree of threads ended. */
export interface ThreadResult {
  /** Whether the main thread ended by itself, and says no failure. */
  readonly ok: boolean
  /** Why it did not; null after a success. */
  readonly failure: Failure | null
  /** The greatest depth of a thread. */
  readonly depth: number
  /** Calls of the model. */
  readonly calls: number
  readonly trace: ThreadTrace
}

/** One step of a run as it happens. */
export interface ThreadEvent {
  /**
   * `spawn`: it begins, with its task in `text`; `write`: lines of its own, up to where it waits or ends; `hear`: the
   * answer to its last line; `end`: with what it prints; `failure`: without a result, for the reason in `text`.
   */
  readonly what: 'spawn' | 'write' | 'observe' | 'end' | 'failure'
  /** Number of the thread, from 1 in the order in which they begin. */
  readonly thread: number
  /** Null for the main thread. */
  readonly parent: number | null
  readonly depth: number
  readonly text: string
}
