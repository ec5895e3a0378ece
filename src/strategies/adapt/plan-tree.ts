/**
 * A plan of ADaPT (section 3.2): sub-tasks joined by AND (all must succeed) or OR (one must succeed). A group has one
 * operator, so nested groups are the homogeneous levels of appendix B.
 */
export type PlanTree<Task> = PlanLeaf<Task> | PlanGroup<Task>

export interface PlanLeaf<Task> {
  readonly kind: 'task'
  readonly task: Task
}

export interface PlanGroup<Task> {
  readonly kind: Operator
  readonly branches: readonly PlanTree<Task>[]
}

export type Operator = 'and' | 'or'

export function leaf<Task>(task: Task): PlanLeaf<Task> {
  return { kind: 'task', task }
}

/** Joins plans by an operator. Groups with the same operator merge, and a single plan stays as it is. */
export function joined<Task>(kind: Operator, plans: readonly PlanTree<Task>[]): PlanTree<Task> {
  const branches = plans.flatMap((plan) => (plan.kind === kind ? plan.branches : [plan]))
  const [only] = branches
  return only && branches.length === 1 ? only : { kind, branches }
}

/** A plan with each sub-task replaced by a plan. */
export function mapped<A, B>(plan: PlanTree<A>, change: (task: A) => PlanTree<B>): PlanTree<B> {
  if (plan.kind === 'task') return change(plan.task)
  return joined(
    plan.kind,
    plan.branches.map((branch) => mapped(branch, change)),
  )
}

/** All sub-tasks of a plan in order. */
export function tasksOf<Task>(plan: PlanTree<Task>): Task[] {
  return plan.kind === 'task' ? [plan.task] : plan.branches.flatMap(tasksOf)
}

/** The plan in one line: `(a AND (b OR c))`. */
export function planText<Task>(plan: PlanTree<Task>, name: (task: Task) => string): string {
  if (plan.kind === 'task') return name(plan.task)
  const branches = plan.branches.map((branch) => planText(branch, name))
  return `(${branches.join(` ${plan.kind.toUpperCase()} `)})`
}
