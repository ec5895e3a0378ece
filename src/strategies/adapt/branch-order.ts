import type { Observation } from '#goal/observation'
import type { Candidate, Selector } from '#selector/selector'
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
  readonly #observe: () => Observation
  readonly #candidate: (task: Task) => Candidate
  readonly #independent: (earlier: Task, later: Task) => boolean

  constructor(
    selector: Selector,
    observe: () => Observation,
    candidate: (task: Task) => Candidate,
    independent: (earlier: Task, later: Task) => boolean,
  ) {
    this.#selector = selector
    this.#observe = observe
    this.#candidate = candidate
    this.#independent = independent
  }

  choose(branches: readonly PlanTree<Task>[]): number {
    const candidates = branches.map((branch) => this.#standingFor(branch))
    return candidates.indexOf(this.#best(candidates))
  }

  independent(earlier: PlanTree<Task>, later: PlanTree<Task>): boolean {
    if (earlier.kind !== 'task')
      return earlier.branches.every((one) => this.independent(one, later))
    if (later.kind !== 'task') return later.branches.every((one) => this.independent(earlier, one))
    return this.#independent(earlier.task, later.task)
  }

  #standingFor(plan: PlanTree<Task>): Candidate {
    if (plan.kind === 'task') return this.#candidate(plan.task)
    const parts = plan.branches.map((branch) => ({ branch, candidate: this.#standingFor(branch) }))
    const open = plan.kind === 'or' ? parts : readyOnes(parts, ({ branch }) => branch, this)
    const first = this.#best(open.map(({ candidate }) => candidate))
    if (plan.kind === 'or') return first
    const { travelTicks, searchTicks } = first.estimate
    let workTicks = -searchTicks
    for (const { candidate } of parts)
      workTicks += candidate.estimate.workTicks + candidate.estimate.searchTicks
    return { ...first, estimate: { travelTicks, searchTicks, workTicks } }
  }

  #best(candidates: readonly Candidate[]): Candidate {
    const [best] = this.#selector.choose(candidates, this.#observe())
    if (!best) throw new Error('there is nothing to choose from')
    return best.candidate
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
