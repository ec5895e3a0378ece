import { z } from 'zod'
import { alternativesOf, MAX_ALTERNATIVES } from '#goal/alternatives'
import type { Goal, Plan } from '#goal/goal'
import type { GoalLanguage } from '#goal/goal-language'
import { goalText } from '#goal/print'
import { repairGoals, repairPlan } from '#goal/repair/repair'
import { askUntilRead, CUT_OFF, type ReadAnswer } from '#llm/ask-until-read'
import type { ChatMessage } from '#llm/model'
import type { ReadableAnswer } from '#llm/reading'
import { objectIn } from '#llm/structured'
import { noAnswer, type WatchedModel } from '#llm/watched-model'
import type { AgentEvent } from '../agent-event.ts'
import { fill, languageValues, loadPrompt } from '../prompts.ts'
import { stateValues } from '../state-text.ts'
import type { PlanFeedback, Planner, PlanRequest, PlanResult } from './planner.ts'
import { taskText } from './task-text.ts'

export interface ModelPlannerOptions {
  readonly model: WatchedModel
  readonly language: GoalLanguage
  /** Asks for plans by a JSON schema, where the server can. */
  readonly structured?: boolean
  record(event: AgentEvent): void
}

const PROMPT = loadPrompt('deps-planner')

/** A small model under a grammar writes until a limit stops it, so that each part has one. */
const MAX_GOALS = 60
const MAX_ITEMS = 9
const MAX_COUNT = 2304
const item = z.string().regex(/^[a-z0-9_:]{1,64}$/)
const counts = z.array(z.object({ item, count: z.int().positive().max(MAX_COUNT) })).max(MAX_ITEMS)
type StructuredPlan = z.infer<ReturnType<typeof planSchema>>

function planSchema({ names }: GoalLanguage) {
  const goal = z.object({
    skill: z.enum(names),
    target: counts,
    using: counts,
    tool: item.nullable(),
  })
  const step = goal.extend({ or: z.array(goal).max(MAX_ALTERNATIVES) })
  return z.object({ goals: z.array(step).max(MAX_GOALS) })
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
  /** Whether the last question was not answered by a plan. */
  #isOpen = false
  /** The feedback that the last round began with. */
  #feedback: PlanFeedback | null = null

  constructor(options: ModelPlannerOptions) {
    this.#options = options
  }

  plan(request: PlanRequest, signal: AbortSignal): Promise<PlanResult> {
    const task = taskText(request.task)
    const { feedback } = request
    if (task !== this.#task || (!feedback && !this.#isOpen)) this.#begin(task, request)
    // After a call without an answer the question is still open.
    else if (feedback && feedback !== this.#feedback) this.#continue(request, feedback)
    return this.#ask(signal)
  }

  #begin(task: string, { observation, unavailable }: PlanRequest): void {
    const { language, structured } = this.#options
    const state = stateValues(observation, unavailable)
    const text = fill(PROMPT, 'system', languageValues(language))
    const rules = structured ? `${text}\n\n${fill(PROMPT, 'structured')}` : text
    this.#task = task
    this.#feedback = null
    this.#dialogue = [
      { role: 'system', content: rules, pinned: true },
      {
        role: 'user',
        content: fill(PROMPT, 'task', { task, ...state }),
        pinned: true,
      },
    ]
  }

  /** Adds the outcome of the last plan. */
  #continue({ observation, unavailable }: PlanRequest, feedback: PlanFeedback): void {
    const { description, explanation } = feedback
    const task = this.#task
    this.#feedback = feedback
    if (description === null) {
      this.#beginRound(fill(PROMPT, 'replan-bare', { task }))
      return
    }
    const values = {
      task,
      description,
      explanation: explanation ?? '',
      ...stateValues(observation, unavailable),
    }
    this.#beginRound(fill(PROMPT, explanation === null ? 'replan-unexplained' : 'replan', values))
  }

  /** Adds a message about the last plan and pins both, in place of the last round's; the task stays by itself. */
  #beginRound(content: string): void {
    const before = this.#dialogue.map(unpinned)
    const plan = before.pop()
    this.#dialogue = [
      ...before,
      ...(plan ? [{ ...plan, pinned: true }] : []),
      { role: 'user', content, pinned: true },
    ]
  }

  async #ask(signal: AbortSignal): Promise<PlanResult> {
    const { language, structured, model, record } = this.#options
    const schema = language.derived(planSchema)
    const again = (error: string) =>
      fill(PROMPT, structured ? 'unreadable-structured' : 'unreadable', { error })
    const asked = await askUntilRead<Plan, StructuredPlan>(
      model,
      this.#dialogue,
      {
        purpose: 'plan',
        ...(structured && { schema }),
        endsOnFailedCall: true,
        read: ({ text, finishReason }) =>
          readPlan(language, {
            text,
            isCutOff: finishReason === 'length',
            isStructured: structured ?? false,
          }),
        again,
        onProblem: (problem) => record({ type: 'answer-rejected', purpose: 'plan', problem }),
        quote: structured ? listed : numbered,
      },
      signal,
    )
    this.#isOpen = asked.kind === 'unreadable'
    if (asked.kind === 'read') return { ok: true, plan: asked.value, isExact: false }
    if (asked.kind === 'no-answer')
      return { ok: false, reason: noAnswer(asked.failure), isUnreadable: model.failure === null }
    this.#dialogue.push({ role: 'user', content: again(asked.problem) })
    return { ok: false, isUnreadable: true, reason: 'the model gave no readable plan' }
  }
}

function unpinned({ role, content }: ChatMessage): ChatMessage {
  return { role, content }
}

/** The plan in an answer: by the schema, where the server kept to it, and otherwise by the text. */
export function readPlan(
  language: GoalLanguage,
  { text, isCutOff, isStructured }: Omit<ReadableAnswer, 'purpose'>,
): ReadAnswer<Plan> {
  const object = isStructured ? objectIn(text, language.derived(planSchema)) : undefined
  const read = object ? repairGoals(language, object.goals) : repairPlan(language, text)
  if (!read.ok) return { ok: false, error: read.error.message }
  const problem = read.problems.join('; ') || (isCutOff ? CUT_OFF : '')
  return { ok: true, value: read.goals, ...(problem && { problem }) }
}

/** A plan by the schema, as it stays in the dialogue. */
function listed(plan: Plan): string {
  const goals = plan.map((step) => {
    const [first, ...or] = alternativesOf(step).map(listedGoal)
    return { ...first, or }
  })
  return JSON.stringify({ goals })
}

function listedGoal({ skill, target, using, tool }: Goal) {
  const pairs = (of: Goal['target']) =>
    Object.entries(of).map(([name, count]) => ({ item: name, count }))
  return { skill, target: pairs(target), using: pairs(using), tool }
}

function numbered(plan: Plan): string {
  return plan.map((goal, index) => `${goalText(goal)} # step ${index + 1}`).join('\n')
}
