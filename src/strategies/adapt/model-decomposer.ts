import type { AskedModel } from '#agent/model/watched-model'
import type { ChatMessage } from '#llm/model'
import { modelFailed } from './model-failed.ts'
import { parsePlan } from './parse-plan.ts'
import { mapped, type PlanTree, tasksOf } from './plan-tree.ts'
import type { Decomposer, Decomposition, Failure } from './roles.ts'

/** Longest answer that stays in the dialogue when it is sent back (characters). */
const MAX_QUOTE = 1000

/** What a step of a plan stands for, or what is wrong with it. */
export type ReadStep<Task> =
  | { readonly ok: true; readonly plan: PlanTree<Task> }
  | { readonly ok: false; readonly error: string }

export interface ModelDecomposerOptions<Task, Context> {
  readonly model: AskedModel
  /** Answers to one question before the task is given up. */
  readonly maxAnswers: number
  /** The question: the task, and what is handed on with it (appendix A). */
  begin(task: Task, context: Context): readonly ChatMessage[]
  read(step: string): ReadStep<Task>
  /** What the model is told of an answer that is no use. */
  complain?(problem: string): string
  /** Told what is wrong with an answer, whether or not it is of use in part. */
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
    const { model, maxAnswers, begin, complain, onProblem } = this.#options
    const messages = [...begin(task, context)]
    let failure: Failure = { ok: false, kind: 'failed', reason: 'no plan' }
    for (let answers = 0; answers < maxAnswers && failure.kind === 'failed'; answers++) {
      const answer = await model.complete(
        { messages: [...messages], purpose: 'plan', temperature: 0 },
        signal,
      )
      if (!answer.ok) {
        failure = modelFailed(model, answer.failure)
        continue
      }
      const read = this.#read(answer.text)
      if (read.ok) return read
      failure = { ok: false, kind: 'failed', reason: `no plan: ${read.error}` }
      onProblem?.(read.error)
      messages.push({ role: 'assistant', content: answer.text.slice(0, MAX_QUOTE) })
      messages.push({ role: 'user', content: complain?.(read.error) ?? read.error })
    }
    return failure
  }

  #read(answer: string): ReadStep<Task> {
    const parsed = parsePlan(answer)
    if (!parsed.ok) return parsed
    if (parsed.warning !== undefined) this.#options.onProblem?.(parsed.warning)
    const steps = new Map<string, PlanTree<Task>>()
    for (const step of tasksOf(parsed.plan)) {
      const read = this.#options.read(step)
      if (!read.ok) return { ok: false, error: `"${step}": ${read.error}` }
      steps.set(step, read.plan)
    }
    return { ok: true, plan: mapped(parsed.plan, (step) => planned(steps, step)) }
  }
}

function planned<Task>(steps: ReadonlyMap<string, PlanTree<Task>>, step: string): PlanTree<Task> {
  const plan = steps.get(step)
  if (!plan) throw new Error(`the step ${step} was not read`)
  return plan
}
