import type { Environment } from '#agent/environment/environment'
import type { Execution, Executor } from './roles.ts'
import { isMet, type WorldTask } from './world-task.ts'

/**
 * Checks an executor's success against the inventory, for tasks to have or to wear an item. A failed try takes one tick:
 * a model can fail without any action, and a trial of such failures must end.
 */
export class CheckedExecutor implements Executor<WorldTask, null> {
  readonly #executor: Executor<WorldTask, null>
  readonly #environment: Environment

  constructor(executor: Executor<WorldTask, null>, environment: Environment) {
    this.#executor = executor
    this.#environment = environment
  }

  async run(task: WorldTask, context: null, signal: AbortSignal): Promise<Execution> {
    const execution = this.#checked(task, await this.#executor.run(task, context, signal))
    if (!execution.ok) await this.#environment.wait(1, signal)
    return execution
  }

  #checked(task: WorldTask, execution: Execution): Execution {
    if (!execution.ok || task.kind === 'do' || isMet(this.#environment.observe(), task))
      return execution
    const reason = 'the executor reports a success that the inventory does not show'
    return { ok: false, kind: 'failed', reason, log: execution.log }
  }
}
