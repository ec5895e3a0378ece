import { Attempt, type AttemptOptions } from './attempt.ts'
import { type Method, methodNamed } from './methods.ts'
import type { Played, Solver } from './solver.ts'
import type { TextCraftTask } from './tasks.ts'

export interface ModelSolverOptions extends AttemptOptions {
  readonly method: Method
  /** d_max, or the depth of threads; for the methods that start again, the number of games. */
  readonly maxDepth: number
}

/** Plays with a language model as executor and planner, by any method of the papers. */
export class ModelSolver implements Solver {
  readonly #options: ModelSolverOptions

  constructor(options: ModelSolverOptions) {
    this.#options = options
  }

  async play(task: TextCraftTask, signal: AbortSignal): Promise<Played> {
    const { method, maxDepth } = this.#options
    const attempt = new Attempt(task, this.#options, signal)
    await methodNamed(method).byModel(attempt, maxDepth)
    return attempt.played
  }
}
