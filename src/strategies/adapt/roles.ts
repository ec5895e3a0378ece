import type { PlanTree } from './plan-tree.ts'

/** What came of one try at a task, as the one who tried judges it (ADaPT, section 3.1). */
export type Execution =
  | { readonly ok: true; readonly log: readonly string[] }
  | (Failure & { readonly log: readonly string[] })

export interface Failure {
  readonly ok: false
  /** `stopped` ends everything: nothing further can be tried, such as without a model to ask. */
  readonly kind: 'failed' | 'stopped'
  /** One line. */
  readonly reason: string
}

/** Tries a task by itself (ADaPT, section 3.1): a model that acts step by step, a skill, a rule. */
export interface Executor<Task, Context> {
  /** @param context what the controller hands on: what is carried by now, say (appendix A). */
  run(task: Task, context: Context, signal: AbortSignal): Promise<Execution>
}

export type Decomposition<Task> = { readonly ok: true; readonly plan: PlanTree<Task> } | Failure

/** Splits a task that proved too hard into simpler ones (ADaPT, section 3.2). */
export interface Decomposer<Task, Context> {
  decompose(
    task: Task,
    failure: Failure,
    context: Context,
    signal: AbortSignal,
  ): Promise<Decomposition<Task>>
}
