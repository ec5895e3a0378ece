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
import { plainText } from '#wire/plain-text'
import type { AgentEvent } from '../agent-event.ts'
import type { Descriptor } from '../descriptor/descriptor.ts'
import { TypedDescriptor } from '../descriptor/typed-descriptor.ts'
import { fill, languageValues, loadPrompt } from '../prompts.ts'
import { stateValues } from '../state-text.ts'
import { EXAMPLE_PLANS, type ExamplePlan, examplesText, replanText } from './example-plans.ts'
import type { PlanFeedback, Planner, PlanRequest, PlanResult, Task } from './planner.ts'
import { TaskFacts } from './task-facts.ts'
import { taskText } from './task-text.ts'

export interface ModelPlannerOptions {
  readonly model: WatchedModel
  readonly language: GoalLanguage
  /** Asks for plans by a JSON schema, where the server can. */
  readonly structured?: boolean
  /** Describes the failures of the examples, as those of the task; by default, typed. */
  readonly descriptor?: Descriptor
  /** Whether the prompt also tells what matters for the task, and lists only the skills that it can use. */
  readonly tellsFacts?: boolean
  /** Whether failures are explained; by default, true. */
  readonly isExplained?: boolean
  /** Whether the planner explains a failure itself, in the line before the new plan. */
  readonly explainsInline?: boolean
  /** Plans that have worked for similar tasks, in place of the first example. */
  recall?(task: Task): readonly ExamplePlan[]
  record(event: AgentEvent): void
}

const PROMPT = loadPrompt('deps-planner')

/** The reason of a planner that holds its task to be impossible. */
export const REFUSED = 'the model holds the task to be impossible'
/** The answer that says so. */
const IMPOSSIBLE = /^\W*impossible\W*$/i

/** A small model under a grammar writes until a limit stops it, so that each part has one. */
const MAX_GOALS = 60
const MAX_ITEMS = 9
const MAX_COUNT = 2304
/** Lines of an answer whose comments are kept. */
const MAX_LINES = 200
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
  #facts: TaskFacts | null = null
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

  #begin(task: string, request: PlanRequest): void {
    const { language, structured, tellsFacts } = this.#options
    this.#facts = tellsFacts ? new TaskFacts(language, request.task) : null
    const state = this.#state(request)
    const examples = this.#examples(request.task)
    const values = languageValues(language, this.#facts?.skills)
    const refusal = tellsFacts ? fill(PROMPT, 'refusal') : ''
    const text = fill(PROMPT, 'system', { ...values, examples, refusal })
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

  #examples(task: Task): string {
    const { language, descriptor = new TypedDescriptor(), isExplained = true } = this.#options
    const { explainsInline = false, recall } = this.#options
    const recalled = recall?.(task) ?? []
    const [, ...others] = EXAMPLE_PLANS
    const examples = recalled.length > 0 ? [...recalled, ...others] : EXAMPLE_PLANS
    const style = { language, prompt: PROMPT, descriptor, isExplained, explainsInline }
    return examplesText(examples, style)
  }

  /** Adds the outcome of the last plan. */
  #continue(request: PlanRequest, feedback: PlanFeedback): void {
    const { description, explanation } = feedback
    this.#feedback = feedback
    this.#beginRound(
      replanText(PROMPT, {
        explainsInline: this.#options.explainsInline ?? false,
        task: this.#task,
        description,
        explanation,
        ...this.#state(request),
      }),
    )
  }

  /** The agent's state as values for the prompt, with the facts of the task below its surroundings. */
  #state({ observation, unavailable, ticksLeft }: PlanRequest) {
    const state = stateValues(observation, unavailable)
    const facts = this.#facts?.text(observation, ticksLeft ?? null) ?? ''
    return { ...state, surroundings: [state.surroundings, facts].filter(Boolean).join('\n') }
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
    const {
      language,
      structured,
      model,
      record,
      tellsFacts,
      explainsInline = false,
    } = this.#options
    const isExplaining = explainsInline && this.#feedback !== null
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
        read: ({ text, finishReason }) => {
          if (tellsFacts && IMPOSSIBLE.test(text)) return { ok: true, value: [] }
          return readPlan(language, {
            text,
            isCutOff: finishReason === 'length',
            isStructured: structured ?? false,
          })
        },
        again,
        onProblem: (problem) => record({ type: 'answer-rejected', purpose: 'plan', problem }),
        quote: (plan, answer) => {
          const said = isExplaining ? explanationIn(answer) : ''
          if (said !== '') record({ type: 'explanation', text: said })
          if (structured) return listed(plan)
          const lines = numbered(plan, commentsIn(language, answer))
          return said === '' ? lines : `Explainer: ${said}\n${lines}`
        },
      },
      signal,
    )
    this.#isOpen = asked.kind === 'unreadable'
    if (asked.kind === 'read' && asked.value.length === 0) return { ok: false, reason: REFUSED }
    if (asked.kind === 'read') return { ok: true, plan: asked.value, isExact: false }
    if (asked.kind === 'no-answer')
      return { ok: false, reason: noAnswer(asked.failure), isUnreadable: model.failure === null }
    this.#dialogue.push({ role: 'user', content: again(asked.problem) })
    return { ok: false, isUnreadable: true, reason: 'the model gave no readable plan' }
  }
}

/** Longest explanation (characters). */
const MAX_EXPLANATION = 500
const EXPLANATION = /^\W*Explain(?:er|ation)\W*:\W*(.*)$/im

/** The explanation that a planner writes before its plan; empty for none. */
function explanationIn(answer: string): string {
  return plainText(EXPLANATION.exec(answer)?.[1] ?? '', MAX_EXPLANATION)
}

/** An answer without its explanation, in which a parser could find goals. */
function withoutExplanation(answer: string): string {
  return answer.replace(EXPLANATION, '')
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
  const read = object
    ? repairGoals(language, object.goals)
    : repairPlan(language, withoutExplanation(text))
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

/** A plan as it stays in the dialogue: each goal as it was understood, with the model's own comment. */
function numbered(plan: Plan, comments: ReadonlyMap<string, readonly string[]>): string {
  const used = new Map<string, number>()
  return plan
    .map((goal, index) => {
      const text = goalText(goal)
      const nth = used.get(text) ?? 0
      used.set(text, nth + 1)
      const comment = comments.get(text)?.[nth]
      return `${text} # step ${index + 1}${comment ? `: ${comment}` : ''}`
    })
    .join('\n')
}

/** Longest comment that stays in the dialogue (characters). */
const MAX_COMMENT = 160
const OWN_NUMBER = /^step\s*\d+\s*[:.)-]?\s*/i

/** The comments of an answer by the text of their goals, in the order of the lines. */
function commentsIn(language: GoalLanguage, answer: string): ReadonlyMap<string, string[]> {
  const comments = new Map<string, string[]>()
  for (const line of answer.split('\n').slice(0, MAX_LINES)) {
    const mark = line.search(/#|\/\//)
    if (mark < 0) continue
    const read = repairPlan(language, line.slice(0, mark))
    const [goal, ...others] = read.ok ? read.goals : []
    if (!goal || others.length > 0) continue
    const said = plainText(line.slice(mark).replace(/^[#/\s]+/, ''), MAX_COMMENT)
    const text = goalText(goal)
    comments.set(text, [...(comments.get(text) ?? []), said.replace(OWN_NUMBER, '')])
  }
  return comments
}
