import type { ModelFailure } from '#llm/model'
import { type AskedModel, noAnswer } from '#llm/watched-model'
import type { PlanTree } from './plan-tree.ts'

/** The result of one attempt at a task, as the executor judges it (ADaPT, section 3.1). */
export type Execution =
  | { readonly ok: true; readonly log: readonly string[] }
  | (Failure & { readonly log: readonly string[] })

export interface Failure {
  readonly ok: false
  /** `stopped` ends the whole run: nothing more can be tried, for example because the model is gone. */
  readonly kind: 'failed' | 'stopped'
  /** One line. */
  readonly reason: string
}

export function failed(reason: string): Failure {
  return { ok: false, kind: 'failed', reason }
}

export function stopped(reason: string): Failure {
  return { ok: false, kind: 'stopped', reason }
}

/** The failure of a task whose model call failed; it ends the run when the model cannot be asked any more. */
export function modelFailed(model: AskedModel, failure: ModelFailure): Failure {
  const reason = noAnswer(failure)
  return model.failure ? stopped(reason) : failed(reason)
}

/** Attempts a task by itself (ADaPT, section 3.1): a model that acts step by step, a skill, or a rule. */
export interface Executor<Task, Context> {
  /** @param context what the controller passes on, such as the inventory (appendix A). */
  run(task: Task, context: Context, signal: AbortSignal): Promise<Execution>
}

export type Decomposition<Task> = { readonly ok: true; readonly plan: PlanTree<Task> } | Failure

/** Splits a task that its executor failed into simpler tasks (ADaPT, section 3.2). */
export interface Decomposer<Task, Context> {
  decompose(
    task: Task,
    failure: Failure,
    context: Context,
    signal: AbortSignal,
  ): Promise<Decomposition<Task>>
}
