import type { Environment } from '#agent/environment/environment'
import type { Execution, Executor } from './roles.ts'
import { isMet, type WorldTask } from './world-task.ts'

/**
 * Holds an executor to what can be seen: where a task is to have or to wear something, the inventory
 * must bear out that it is done. A failed try takes a tick, so that tries in vain, for which a model
 * need not do anything, come to an end with the trial's time.
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
    const reason = 'it says that it is done, and it is not'
    return { ok: false, kind: 'failed', reason, log: execution.log }
  }
}
