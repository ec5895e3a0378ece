import type { Selector } from '#selector/selector'
import { PLAN_ORDER } from '#strategies/adapt/branch-order'
import { Game, kindOf } from './game.ts'
import { playByRules, type RuleGame, type SymbolicMethod } from './methods.ts'
import type { Rulebook } from './rulebook.ts'
import type { Played, Solver } from './solver.ts'
import { SymbolicExecutor } from './symbolic-executor.ts'
import { SymbolicPlanner } from './symbolic-planner.ts'
import { type SymbolicTask, symbolicTaskText } from './symbolic-task.ts'
import { taskOrder } from './task-order.ts'
import type { TextCraftTask } from './tasks.ts'

export interface SymbolicSolverOptions {
  readonly method: SymbolicMethod
  readonly book: Rulebook
  /** Chooses among the branches of a plan; null keeps the plan's order. */
  readonly selector: Selector | null
  /** d_max. */
  readonly maxDepth: number
  readonly maxRuns: number
}

/** Plays by rules: the same recursion as with a model, with an executor and a planner that know the recipes. */
export class SymbolicSolver implements Solver {
  readonly #options: SymbolicSolverOptions

  constructor(options: SymbolicSolverOptions) {
    this.#options = options
  }

  async play({ goal }: TextCraftTask, signal: AbortSignal): Promise<Played> {
    const { method, book, selector, maxDepth, maxRuns } = this.#options
    const game = new Game(book, goal)
    const task: SymbolicTask = { kind: 'have', name: kindOf(goal), count: 1 }
    const options: RuleGame['options'] = {
      executor: new SymbolicExecutor(book, game),
      planner: new SymbolicPlanner(book, game),
      maxRuns,
      observe: () => game.act('inventory'),
      nameOf: symbolicTaskText,
      order: selector
        ? taskOrder(book, selector, (one) => (one.kind === 'have' ? one : null))
        : PLAN_ORDER,
    }
    const result = await playByRules(method, { task, book, options, signal }, maxDepth)
    return {
      solved: game.isWon,
      claimed: result.ok,
      failure: game.isWon ? null : (result.failure?.reason ?? 'the goal is not crafted'),
      games: [result],
      calls: 0,
      inputTokens: 0,
      outputTokens: 0,
      modelFailure: null,
    }
  }
}
