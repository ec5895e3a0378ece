import { counted } from '#wire/wording'
import { type BranchOrder, PLAN_ORDER, readyBranches } from './branch-order.ts'
import {
  leaf,
  type Operator,
  type PlanGroup,
  type PlanLeaf,
  type PlanTree,
  planText,
} from './plan-tree.ts'
import { type Decomposer, type Execution, type Executor, type Failure, stopped } from './roles.ts'
import type { AdaptEvent, GroupTrace, TaskTrace, Trace } from './trace.ts'

export interface AdaptOptions<Task, Context> {
  readonly executor: Executor<Task, Context>
  readonly planner: Decomposer<Task, Context>
  /** d_max of Algorithm 1; at 1 the planner is never asked. */
  readonly maxDepth: number
  /** Runs of the executor after which the task is given up, so that every plan ends. */
  readonly maxRuns: number
  /** The context for executor and planner: observed at the start and after each success (appendix A). */
  observe(): Context
  readonly nameOf: (task: Task) => string
  /** By default, the plan's own order. */
  readonly order?: BranchOrder<Task>
  record?(event: AdaptEvent): void
}

export interface AdaptResult {
  readonly ok: boolean
  /** Why the task failed or was stopped; null after a success. */
  readonly failure: Failure | null
  /** k_max: the greatest depth at which the executor was called. */
  readonly depth: number
  /** How often the executor was called. */
  readonly runs: number
  /** How often the planner was called. */
  readonly plans: number
  readonly trace: Trace
}

/** Algorithm 1 of ADaPT: tries a task, splits it only after a failure, and treats the parts in the same way. */
export function adapt<Task, Context>(
  task: Task,
  options: AdaptOptions<Task, Context>,
  signal: AbortSignal,
): Promise<AdaptResult> {
  return adaptPlan(leaf(task), options, signal)
}

/** Carries out a given plan, with its sub-tasks at depth 1. */
export async function adaptPlan<Task, Context>(
  plan: PlanTree<Task>,
  options: AdaptOptions<Task, Context>,
  signal: AbortSignal,
): Promise<AdaptResult> {
  const run = new AdaptRun(options, signal)
  const root = run.prepare(plan, 1)
  const failure = await run.pursue(root)
  return {
    ok: failure === null,
    failure,
    depth: run.depth,
    runs: run.runs,
    plans: run.plans,
    trace: root.trace,
  }
}

/** A plan with its node of the trace. */
type Call<Task> =
  | { readonly kind: 'task'; readonly plan: PlanLeaf<Task>; readonly trace: TaskTrace }
  | {
      readonly kind: Operator
      readonly plan: PlanGroup<Task>
      readonly trace: GroupTrace
      readonly branches: readonly Call<Task>[]
    }

class AdaptRun<Task, Context> {
  depth = 0
  runs = 0
  plans = 0
  readonly #options: AdaptOptions<Task, Context>
  readonly #order: BranchOrder<Task>
  readonly #signal: AbortSignal
  #context: Context

  constructor(options: AdaptOptions<Task, Context>, signal: AbortSignal) {
    this.#options = options
    this.#order = options.order ?? PLAN_ORDER
    this.#signal = signal
    this.#context = options.observe()
  }

  prepare(plan: PlanTree<Task>, depth: number): Call<Task> {
    const state = 'untried'
    if (plan.kind === 'task') {
      const task = this.#options.nameOf(plan.task)
      const trace: TaskTrace = {
        kind: 'task',
        task,
        depth,
        state,
        failure: null,
        log: [],
        plan: null,
      }
      return { kind: 'task', plan, trace }
    }
    const branches = plan.branches.map((branch) => this.prepare(branch, depth))
    const traces = branches.map(({ trace }) => trace)
    return {
      kind: plan.kind,
      plan,
      trace: { kind: plan.kind, depth, state, branches: traces },
      branches,
    }
  }

  /** @returns null for success. */
  async pursue(call: Call<Task>): Promise<Failure | null> {
    const { trace } = call
    trace.state = 'running'
    const failure =
      call.kind === 'task'
        ? await this.#pursueTask(call.plan.task, call.trace)
        : call.kind === 'and'
          ? await this.#all(call.branches)
          : await this.#any(call.branches)
    trace.state = failure ? 'failed' : 'succeeded'
    if (!failure) this.#context = this.#options.observe()
    if (trace.kind === 'task')
      this.#record(failure ? 'failure' : 'success', trace, failure?.reason ?? '')
    return failure
  }

  async #pursueTask(task: Task, trace: TaskTrace): Promise<Failure | null> {
    const { planner, maxDepth, nameOf } = this.#options
    const execution = await this.#execute(task, trace)
    if (execution.ok) return null
    if (execution.kind === 'stopped' || trace.depth >= maxDepth) return execution
    this.#record('too-hard', trace, execution.reason)
    this.plans++
    const split = await planner.decompose(task, execution, this.#context, this.#signal)
    if (!split.ok) return split
    this.#record('split', trace, planText(split.plan, nameOf))
    const call = this.prepare(split.plan, trace.depth + 1)
    trace.plan = call.trace
    return this.pursue(call)
  }

  async #execute(task: Task, trace: TaskTrace): Promise<Execution> {
    const { executor, maxRuns } = this.#options
    if (this.#signal.aborted) return { ...stopped('interrupted'), log: [] }
    if (this.runs >= maxRuns)
      return { ...stopped(`gave up after ${counted(maxRuns, 'attempt')}`), log: [] }
    this.runs++
    this.depth = Math.max(this.depth, trace.depth)
    this.#record('try', trace, '')
    const execution = await executor.run(task, this.#context, this.#signal)
    trace.log = execution.log
    trace.failure = execution.ok ? null : execution.reason
    return execution
  }

  /** Branches joined by AND: the first failure is the group's. */
  async #all(branches: readonly Call<Task>[]): Promise<Failure | null> {
    let open = branches
    while (open.length > 0) {
      const next = this.#chosen(readyBranches(open, planOf, this.#order))
      const failure = await this.pursue(next)
      if (failure) return failure
      open = open.filter((branch) => branch !== next)
    }
    return null
  }

  /** Branches joined by OR: the first success is the group's. */
  async #any(branches: readonly Call<Task>[]): Promise<Failure | null> {
    let open = branches
    let failure: Failure = { ok: false, kind: 'failed', reason: 'there is nothing to try' }
    while (open.length > 0) {
      const next = this.#chosen(open)
      const failed = await this.pursue(next)
      if (!failed) return null
      failure = failed
      if (failure.kind === 'stopped') return failure
      open = open.filter((branch) => branch !== next)
    }
    return failure
  }

  #chosen(branches: readonly Call<Task>[]): Call<Task> {
    const chosen = branches[this.#order.choose(branches.map(planOf))]
    if (!chosen) throw new Error('the order chose a branch that does not exist')
    return chosen
  }

  #record(what: AdaptEvent['what'], { task, depth }: TaskTrace, detail: string): void {
    this.#options.record?.({ what, task, depth, detail })
  }
}

function planOf<Task>({ plan }: Call<Task>): PlanTree<Task> {
  return plan
}
