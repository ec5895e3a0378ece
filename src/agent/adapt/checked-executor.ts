import type { Execution, Executor } from './roles.ts'

/**
 * An executor whose word is taken for all tasks (ADaPT, section 3.1) but for those that can be checked:
 * a run that is done without what the trial is about would be begun anew in the very same way.
 */
export class CheckedExecutor<Task, Context> implements Executor<Task, Context> {
  readonly #executor: Executor<Task, Context>
  readonly #isUndone: (task: Task) => boolean

  /** @param isUndone whether something is still to do, as far as can be told. */
  constructor(executor: Executor<Task, Context>, isUndone: (task: Task) => boolean) {
    this.#executor = executor
    this.#isUndone = isUndone
  }

  async run(task: Task, context: Context, signal: AbortSignal): Promise<Execution> {
    const execution = await this.#executor.run(task, context, signal)
    if (!execution.ok || !this.#isUndone(task)) return execution
    const reason = 'the executor says that it is done, and it is not'
    return { ok: false, kind: 'failed', reason, log: execution.log }
  }
}
