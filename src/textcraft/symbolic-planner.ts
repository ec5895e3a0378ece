import type { Decomposer, Decomposition, Failure } from '#strategies/adapt/roles'
import type { Game } from './game.ts'
import type { Rulebook } from './rulebook.ts'
import { splitTask } from './split.ts'
import type { SymbolicTask } from './symbolic-task.ts'

/** Splits tasks by recipes, without a model. */
export class SymbolicPlanner implements Decomposer<SymbolicTask, string> {
  readonly #book: Rulebook
  readonly #game: Game

  constructor(book: Rulebook, game: Game) {
    this.#book = book
    this.#game = game
  }

  decompose(task: SymbolicTask, failure: Failure): Promise<Decomposition<SymbolicTask>> {
    const plan = splitTask(this.#book, task, this.#game.carried)
    return Promise.resolve(plan ? { ok: true, plan } : failure)
  }
}
