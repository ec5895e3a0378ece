import { z } from 'zod'
import type { EventBody } from '../../episode/events.ts'
import { GOAL_SKILLS, type Plan } from '../../goal/goal.ts'
import { countsText, goalText } from '../../goal/print.ts'
import { type RepairedPlan, repairGoals, repairPlan } from '../../goal/repair.ts'
import type { Registry } from '../../knowledge/registry.ts'
import type { ChatMessage, ChatModel } from '../../llm/model.ts'
import type { PlanFeedback, Planner, PlanRequest, PlanResult } from '../planner.ts'
import { explain } from './explainer.ts'
import { fill, loadPrompt } from './prompts.ts'
import { surroundingsText, taskText } from './task-text.ts'
import { noAnswer, WatchedModel } from './watched-model.ts'

export interface LlmPlannerOptions {
  readonly model: ChatModel
  readonly registry: Registry
  /** Ablation: without the explainer the planner gets the description alone. */
  readonly explainer: boolean
  /** Ablation: without the descriptor it is only told that the plan failed, and nothing is explained. */
  readonly descriptor: boolean
  /** Asks for plans by a JSON schema, where the server can. */
  readonly structured?: boolean
  record(event: EventBody): void
}

const PROMPT = loadPrompt('deps-planner')
/** Answers to one question before a round is given up. */
const MAX_ANSWERS = 3
/** Longest unreadable answer that stays in the dialogue (characters). */
const MAX_QUOTE = 1000

const counts = z.array(z.object({ item: z.string(), count: z.int().positive() }))
const PLAN_SCHEMA = z.object({
  goals: z.array(
    z.object({
      skill: z.enum(GOAL_SKILLS),
      target: counts,
      using: counts,
      tool: z.string().nullable(),
    }),
  ),
})

/**
 * The planner and re-planner of DEPS (section 3.2) by a language model. The dialogue of a task grows
 * by description and explanation of each failure, p_t = p_(t-1) + d_t + e_t (equation 1), and by the
 * plans as they were understood.
 */
export class LlmPlanner implements Planner {
  readonly name = 'llm'
  readonly cheap = false
  readonly #options: LlmPlannerOptions
  readonly #model: WatchedModel
  #task = ''
  #dialogue: ChatMessage[] = []
  /** What the last round was about, and where in the dialogue it stands. */
  #feedback: PlanFeedback | undefined
  #round = 0

  constructor(options: LlmPlannerOptions) {
    this.#options = options
    this.#model = new WatchedModel(options.model)
  }

  async plan(
    request: PlanRequest,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<PlanResult> {
    const task = taskText(request)
    const { feedback } = request
    if (!feedback || task !== this.#task) this.#begin(task, request)
    // After a call without an answer the question is still open.
    else if (feedback !== this.#feedback) await this.#continue(request, feedback, signal)
    return this.#ask(signal)
  }

  #begin(task: string, request: PlanRequest): void {
    const version = this.#options.registry.data.version.minecraftVersion ?? ''
    const inventory = countsText(request.inventory)
    const surroundings = surroundingsText(request)
    this.#task = task
    this.#feedback = undefined
    this.#round = 1
    this.#dialogue = [
      { role: 'system', content: fill(PROMPT, 'system', { version }) },
      { role: 'user', content: fill(PROMPT, 'task', { task, inventory, surroundings }) },
    ]
  }

  /** Adds what became of the last plan. */
  async #continue(
    request: PlanRequest,
    feedback: PlanFeedback,
    signal: AbortSignal,
  ): Promise<void> {
    const { model, registry, descriptor, explainer, record } = this.#options
    const task = this.#task
    this.#feedback = feedback
    this.#round = this.#dialogue.length
    if (!descriptor) {
      this.#say(fill(PROMPT, 'replan-bare', { task }))
      return
    }
    const explanation = explainer ? await explain(model, registry, feedback, signal) : undefined
    if (explanation !== undefined) record({ type: 'explanation', text: explanation })
    const values = {
      task,
      description: feedback.description,
      explanation: explanation ?? '',
      surroundings: surroundingsText(request),
      inventory: countsText(request.inventory),
    }
    this.#say(fill(PROMPT, explanation === undefined ? 'replan-unexplained' : 'replan', values))
  }

  async #ask(signal: AbortSignal): Promise<PlanResult> {
    const { registry, structured } = this.#options
    const model = this.#model
    let read: RepairedPlan | undefined
    for (let answers = 0; answers < MAX_ANSWERS; answers++) {
      const messages = this.#pinned()
      const result = await model.complete(
        { purpose: 'plan', messages, ...(structured && { schema: PLAN_SCHEMA }) },
        signal,
      )
      if (!result.ok)
        return { ok: false, reason: noAnswer(result.failure), unreadable: model.failure === null }
      read = result.object
        ? repairGoals(registry, result.object.goals)
        : repairPlan(registry, result.text)
      const error = problemWith(read, result.finishReason)
      if (read.ok && (error === undefined || answers + 1 === MAX_ANSWERS)) {
        this.#dialogue.push({ role: 'assistant', content: numbered(read.goals) })
        return { ok: true, plan: read.goals }
      }
      this.#dialogue.push({ role: 'assistant', content: result.text.slice(0, MAX_QUOTE) })
      this.#complain(error ?? 'it is no plan')
    }
    return { ok: false, unreadable: true, reason: 'the model gave no plan that can be read' }
  }

  #complain(error: string): void {
    this.#options.record({ type: 'unusable-answer', purpose: 'plan', problem: error })
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

function problemWith(read: RepairedPlan, finishReason: string): string | undefined {
  if (!read.ok) return read.error.message
  if (read.problems.length > 0) return read.problems.join('; ')
  return finishReason === 'length' ? 'it is cut off' : undefined
}

function numbered(plan: Plan): string {
  return plan.map((goal, index) => `${goalText(goal)} # step ${index + 1}`).join('\n')
}
