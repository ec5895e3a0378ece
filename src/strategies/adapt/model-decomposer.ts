import { askUntilRead, type ReadAnswer } from '#llm/ask-until-read'
import type { ChatMessage } from '#llm/model'
import type { AskedModel } from '#llm/watched-model'
import { parsePlan } from './parse-plan.ts'
import { mapped, type PlanTree, tasksOf } from './plan-tree.ts'
import { type Decomposer, type Decomposition, type Failure, failed, modelFailed } from './roles.ts'

/** A step of a plan as tasks, or what is wrong with it. */
export type ReadStep<Task> =
  | { readonly ok: true; readonly plan: PlanTree<Task> }
  | { readonly ok: false; readonly error: string }

export interface ModelDecomposerOptions<Task, Context> {
  readonly model: AskedModel
  /** Answers to one question before the task fails. */
  readonly maxAnswers: number
  /** The question: the task, and the context that the controller passes on (appendix A). */
  begin(task: Task, context: Context): readonly ChatMessage[]
  read(step: string): ReadStep<Task>
  /** The message that sends an unreadable answer back; by default, the problem alone. */
  complain?(problem: string): string
  /** Called with the problem of each answer, also of those that can be used in part. */
  onProblem?(problem: string): void
}

/** The planner of ADaPT (section 3.2): a model that splits a task into steps joined by AND and OR. */
export class ModelDecomposer<Task, Context> implements Decomposer<Task, Context> {
  readonly #options: ModelDecomposerOptions<Task, Context>

  constructor(options: ModelDecomposerOptions<Task, Context>) {
    this.#options = options
  }

  async decompose(
    task: Task,
    _failure: Failure | null,
    context: Context,
    signal: AbortSignal,
  ): Promise<Decomposition<Task>> {
    const { model, maxAnswers, begin, read, complain, onProblem } = this.#options
    const asked = await askUntilRead<PlanTree<Task>>(
      model,
      [...begin(task, context)],
      {
        purpose: 'plan',
        temperature: 0,
        maxAnswers,
        read: ({ text }) => {
          const { warning, ...answer } = readDecomposition(text, read)
          if (warning !== undefined) onProblem?.(warning)
          return answer
        },
        again: (problem) => complain?.(problem) ?? problem,
        ...(onProblem && { onProblem }),
      },
      signal,
    )
    if (asked.kind === 'read') return { ok: true, plan: asked.value }
    return asked.kind === 'unreadable'
      ? failed(`no plan: ${asked.problem}`)
      : modelFailed(model, asked.failure)
  }
}

/**
 * Reads a plan and its steps.
 * @returns with `warning`, why the execution order in the answer was not followed.
 */
export function readDecomposition<Task>(
  answer: string,
  readStep: (step: string) => ReadStep<Task>,
): ReadAnswer<PlanTree<Task>> & { readonly warning?: string } {
  const parsed = parsePlan(answer)
  if (!parsed.ok) return parsed
  const warning = parsed.warning === undefined ? {} : { warning: parsed.warning }
  const steps = new Map<string, PlanTree<Task>>()
  for (const step of tasksOf(parsed.plan)) {
    const read = readStep(step)
    if (!read.ok) return { ok: false, error: `"${step}": ${read.error}`, ...warning }
    steps.set(step, read.plan)
  }
  return { ok: true, value: mapped(parsed.plan, (step) => planned(steps, step)), ...warning }
}

function planned<Task>(steps: ReadonlyMap<string, PlanTree<Task>>, step: string): PlanTree<Task> {
  const plan = steps.get(step)
  if (!plan) throw new Error(`the step ${step} was not read`)
  return plan
}
