import type { Observation } from '#goal/observation'
import type { EstimatedCandidate, Selector } from '#selector/selector'
import type { PlanTree } from './plan-tree.ts'

/** Decides which branch of a plan comes next: ADaPT follows the plan's order, and the selector of DEPS may change it. */
export interface BranchOrder<Task> {
  /** Index of the branch to try next, of the branches that may come now. */
  choose(branches: readonly PlanTree<Task>[]): number
  /** Whether two branches joined by AND may swap places. */
  independent(earlier: PlanTree<Task>, later: PlanTree<Task>): boolean
}

/** The order of the branches in the plan. */
export const PLAN_ORDER: BranchOrder<unknown> = { choose: () => 0, independent: () => false }

/** Lets a selector choose. A group is one candidate: its first sub-task's, with the work of all its sub-tasks. */
export class SelectorOrder<Task> implements BranchOrder<Task> {
  readonly #selector: Selector
  readonly #observe: () => Observation
  readonly #candidate: (task: Task) => EstimatedCandidate
  readonly #independent: (earlier: Task, later: Task) => boolean

  constructor(
    selector: Selector,
    observe: () => Observation,
    candidate: (task: Task) => EstimatedCandidate,
    independent: (earlier: Task, later: Task) => boolean,
  ) {
    this.#selector = selector
    this.#observe = observe
    this.#candidate = candidate
    this.#independent = independent
  }

  choose(branches: readonly PlanTree<Task>[]): number {
    const candidates = branches.map((branch) => this.#candidateOf(branch))
    return candidates.indexOf(this.#best(candidates))
  }

  independent(earlier: PlanTree<Task>, later: PlanTree<Task>): boolean {
    if (earlier.kind !== 'task')
      return earlier.branches.every((branch) => this.independent(branch, later))
    if (later.kind !== 'task')
      return later.branches.every((branch) => this.independent(earlier, branch))
    return this.#independent(earlier.task, later.task)
  }

  #candidateOf(plan: PlanTree<Task>): EstimatedCandidate {
    if (plan.kind === 'task') return this.#candidate(plan.task)
    const parts = plan.branches.map((branch) => ({ branch, candidate: this.#candidateOf(branch) }))
    const open = plan.kind === 'or' ? parts : readyBranches(parts, ({ branch }) => branch, this)
    const first = this.#best(open.map(({ candidate }) => candidate))
    if (plan.kind === 'or') return first
    const { travelTicks, searchTicks } = first.estimate
    let workTicks = -searchTicks
    for (const { candidate } of parts)
      workTicks += candidate.estimate.workTicks + candidate.estimate.searchTicks
    return { ...first, estimate: { travelTicks, searchTicks, workTicks } }
  }

  #best(candidates: readonly EstimatedCandidate[]): EstimatedCandidate {
    const [best] = this.#selector.choose(candidates, this.#observe())
    if (!best) throw new Error('the selector chose none of the branches')
    return best.candidate
  }
}

/**
 * The branches that need not wait for an earlier branch.
 * @param open branches joined by AND that are still to do, in the plan's order.
 */
export function readyBranches<Task, Branch>(
  open: readonly Branch[],
  planOf: (branch: Branch) => PlanTree<Task>,
  order: Pick<BranchOrder<Task>, 'independent'>,
): Branch[] {
  return open.filter((later, place) =>
    open.slice(0, place).every((earlier) => order.independent(planOf(earlier), planOf(later))),
  )
}
