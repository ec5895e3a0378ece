import type { Selector } from '#selector/selector'
import { type AdaptOptions, adapt, adaptPlan } from '#strategies/adapt/adapt'
import { PLAN_ORDER } from '#strategies/adapt/branch-order'
import { Game, kindOf } from './game.ts'
import type { Rulebook } from './rulebook.ts'
import type { Method, Played, Solver } from './solver.ts'
import { detailedPlan } from './split.ts'
import { SymbolicExecutor } from './symbolic-executor.ts'
import { SymbolicPlanner } from './symbolic-planner.ts'
import { type SymbolicTask, symbolicTaskText } from './symbolic-task.ts'
import { taskOrder } from './task-order.ts'
import type { TextCraftTask } from './tasks.ts'

/** The methods that work without a model. A second game by rules would repeat the first, and rules write no programs. */
export type SymbolicMethod = Exclude<Method, 'try-again' | 'reflexion' | 'thread' | 'adaplanner'>

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
    const options: AdaptOptions<SymbolicTask, string> = {
      executor: new SymbolicExecutor(book, game),
      planner: new SymbolicPlanner(book, game),
      maxDepth: method === 'adapt' ? maxDepth : 1,
      maxRuns,
      observe: () => game.act('inventory'),
      nameOf: symbolicTaskText,
      order: selector
        ? taskOrder(book, selector, (one) => (one.kind === 'have' ? one : null))
        : PLAN_ORDER,
    }
    const result =
      method === 'plan-and-execute'
        ? await adaptPlan(detailedPlan(book, task), options, signal)
        : await adapt(task, options, signal)
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
