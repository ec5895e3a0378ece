import { z } from 'zod'
import type { EventBody } from '#events/events'
import type { Plan } from '#goal/goal'
import type { GoalLanguage } from '#goal/goal-language'
import { countsText, goalText } from '#goal/print'
import { type RepairedPlan, repairGoals, repairPlan } from '#goal/repair/repair'
import type { ChatMessage, ModelResult } from '#llm/model'
import { fill, languageValues, loadPrompt } from '../model/prompts.ts'
import { surroundingsText, taskText } from '../model/task-text.ts'
import { MAX_ANSWERS, MAX_QUOTE, noAnswer, type WatchedModel } from '../model/watched-model.ts'
import type { PlanFeedback, Planner, PlanRequest, PlanResult } from './planner.ts'

export interface ModelPlannerOptions {
  readonly model: WatchedModel
  readonly language: GoalLanguage
  /** Asks for plans by a JSON schema, where the server can. */
  readonly structured?: boolean
  record(event: EventBody): void
}

const PROMPT = loadPrompt('deps-planner')

const counts = z.array(z.object({ item: z.string(), count: z.int().positive() }))
type StructuredPlan = z.infer<ReturnType<typeof planSchema>>

function planSchema({ names }: GoalLanguage) {
  const goal = z.object({
    skill: z.enum(names),
    target: counts,
    using: counts,
    tool: z.string().nullable(),
  })
  return z.object({ goals: z.array(goal.extend({ or: z.array(goal) })) })
}

/**
 * The planner and re-planner of DEPS (section 3.2) by a language model. The dialogue of a task grows
 * by description and explanation of each failure, p_t = p_(t-1) + d_t + e_t (equation 1), and by the
 * plans as they were understood.
 */
export class ModelPlanner implements Planner {
  readonly name = 'llm'
  readonly #options: ModelPlannerOptions
  #task = ''
  #dialogue: ChatMessage[] = []
  /** What the last round was about, and where in the dialogue it stands. */
  #feedback: PlanFeedback | null = null
  #round = 0

  constructor(options: ModelPlannerOptions) {
    this.#options = options
  }

  plan(request: PlanRequest, signal: AbortSignal): Promise<PlanResult> {
    const task = taskText(request.task)
    const { feedback } = request
    if (!feedback || task !== this.#task) this.#begin(task, request)
    // After a call without an answer the question is still open.
    else if (feedback !== this.#feedback) this.#continue(request, feedback)
    return this.#ask(signal)
  }

  #begin(task: string, { observation, unavailable }: PlanRequest): void {
    const { language } = this.#options
    const inventory = countsText(observation.inventory)
    const surroundings = surroundingsText(observation, unavailable)
    this.#task = task
    this.#feedback = null
    this.#round = 1
    this.#dialogue = [
      {
        role: 'system',
        content: fill(PROMPT, 'system', languageValues(language)),
      },
      { role: 'user', content: fill(PROMPT, 'task', { task, inventory, surroundings }) },
    ]
  }

  /** Adds what became of the last plan. */
  #continue({ observation, unavailable }: PlanRequest, feedback: PlanFeedback): void {
    const { description, explanation } = feedback
    const task = this.#task
    this.#feedback = feedback
    this.#round = this.#dialogue.length
    if (description === null) {
      this.#say(fill(PROMPT, 'replan-bare', { task }))
      return
    }
    const values = {
      task,
      description,
      explanation: explanation ?? '',
      surroundings: surroundingsText(observation, unavailable),
      inventory: countsText(observation.inventory),
    }
    this.#say(fill(PROMPT, explanation === null ? 'replan-unexplained' : 'replan', values))
  }

  async #ask(signal: AbortSignal): Promise<PlanResult> {
    const { language, structured, model } = this.#options
    const schema = language.derived(planSchema)
    for (let answers = 0; answers < MAX_ANSWERS; answers++) {
      const messages = this.#pinned()
      const result = await model.complete(
        { purpose: 'plan', messages, ...(structured && { schema }) },
        signal,
      )
      if (!result.ok)
        return { ok: false, reason: noAnswer(result.failure), isUnreadable: model.failure === null }
      const read = readPlan(language, result)
      const error = problemWith(read, result.finishReason)
      if (read.ok && (error === undefined || answers + 1 === MAX_ANSWERS)) {
        this.#dialogue.push({ role: 'assistant', content: numbered(read.goals) })
        return { ok: true, plan: read.goals, isExact: false }
      }
      this.#dialogue.push({ role: 'assistant', content: result.text.slice(0, MAX_QUOTE) })
      this.#complain(error ?? 'it is no plan')
    }
    return { ok: false, isUnreadable: true, reason: 'the model gave no plan that can be read' }
  }

  #complain(error: string): void {
    this.#options.record({ type: 'answer-rejected', purpose: 'plan', problem: error })
    this.#say(fill(PROMPT, 'unreadable', { error }))
  }

  #say(content: string): void {
    this.#dialogue.push({ role: 'user', content })
  }

  /** The dialogue with the current plan and the last failure pinned; the task stays by itself. */
  #pinned(): ChatMessage[] {
    return this.#dialogue.map((message, index) =>
      index === this.#round - 1 || index === this.#round ? { ...message, pinned: true } : message,
    )
  }
}

/** The plan as the schema has it, where the server kept to that, and else what the text says. */
function readPlan(
  language: GoalLanguage,
  { object, text }: ModelResult<StructuredPlan> & { ok: true },
): RepairedPlan {
  return object ? repairGoals(language, object.goals) : repairPlan(language, text)
}

function problemWith(read: RepairedPlan, finishReason: string): string | undefined {
  if (!read.ok) return read.error.message
  if (read.problems.length > 0) return read.problems.join('; ')
  return finishReason === 'length' ? 'it is cut off' : undefined
}

function numbered(plan: Plan): string {
  return plan.map((goal, index) => `${goalText(goal)} # step ${index + 1}`).join('\n')
}
