import type { Candidate, Selector } from '../../../selector/selector.ts'
import type { PlanTree } from './plan-tree.ts'

/**
 * Which branch of a plan comes next. ADaPT has none and goes by the plan's order; this is where the
 * selector of DEPS comes in.
 */
export interface BranchOrder<Task> {
  /** The branch to try first of those that may come now, by its place in the list. */
  choose(branches: readonly PlanTree<Task>[]): number
  /** Whether two branches joined by AND may change places. */
  independent(earlier: PlanTree<Task>, later: PlanTree<Task>): boolean
}

/** The order in which the plan names its branches. */
export const PLAN_ORDER: BranchOrder<unknown> = { choose: () => 0, independent: () => false }

/**
 * Leaves the choice to a selector. A group stands before it as one candidate: that of the sub-task it
 * begins with, with the work of all that it takes.
 */
export class SelectorOrder<Task> implements BranchOrder<Task> {
  readonly #selector: Selector
  readonly #assess: (task: Task) => Candidate
  readonly #independent: (earlier: Task, later: Task) => boolean

  constructor(
    selector: Selector,
    assess: (task: Task) => Candidate,
    independent: (earlier: Task, later: Task) => boolean,
  ) {
    this.#selector = selector
    this.#assess = assess
    this.#independent = independent
  }

  choose(branches: readonly PlanTree<Task>[]): number {
    const candidates = branches.map((branch) => this.#candidate(branch))
    const [best] = this.#selector.choose(candidates)
    return best ? candidates.indexOf(best.candidate) : 0
  }

  independent(earlier: PlanTree<Task>, later: PlanTree<Task>): boolean {
    if (earlier.kind !== 'task')
      return earlier.branches.every((one) => this.independent(one, later))
    if (later.kind !== 'task') return later.branches.every((one) => this.independent(earlier, one))
    return this.#independent(earlier.task, later.task)
  }

  #candidate(branch: PlanTree<Task>): Candidate {
    if (branch.kind === 'task') return this.#assess(branch.task)
    if (branch.kind === 'or') return this.#chosen(branch.branches)
    const first = this.#chosen(readyOnes(branch.branches, (one) => one, this))
    let workTicks = first.distance === null ? -first.searchTicks : 0
    for (const one of branch.branches.map((each) => this.#candidate(each)))
      workTicks += one.workTicks + (one.distance === null ? one.searchTicks : 0)
    return { ...first, workTicks }
  }

  #chosen(branches: readonly PlanTree<Task>[]): Candidate {
    const chosen = branches[this.choose(branches)]
    if (!chosen) throw new Error('a group has no branches')
    return this.#candidate(chosen)
  }
}

/** Of what is joined by AND and still to do, in the plan's order: what need not wait for an earlier one. */
export function readyOnes<Task, One>(
  open: readonly One[],
  planOf: (one: One) => PlanTree<Task>,
  order: Pick<BranchOrder<Task>, 'independent'>,
): One[] {
  return open.filter((later, place) =>
    open.slice(0, place).every((earlier) => order.independent(planOf(earlier), planOf(later))),
  )
}
