import { fill, loadPrompt, type Prompt } from '#agent/prompts'
import { type Asked, askUntilRead, CUT_OFF, type ReadAnswer } from '#llm/ask-until-read'
import type { ChatMessage } from '#llm/model'
import type { AskedModel } from '#llm/watched-model'
import type { StrategyContext } from '../strategy.ts'
import type { SolutionEnd } from './run-solution.ts'
import { readSolution, type Solution } from './solution.ts'

/** The settings of AdaPlanner's questions to a model. */
export interface QuestionSettings {
  readonly model: AskedModel
  /** With the messages `system`, `task` and `refine`. */
  readonly prompt: Prompt
  /** Values for the places of `system`. */
  readonly values: Readonly<Record<string, string>>
  /** Value for `{{task}}`. */
  readonly task: string
  /** Solutions of other tasks, as text (section 3.3); empty for none. */
  readonly examples: string
  readonly context: Pick<StrategyContext, 'signal' | 'record'>
}

/** A solution that was carried out, and how it ended. */
export interface Refined {
  readonly solution: Solution
  readonly startFrom: number
  readonly end: SolutionEnd
  /** Errors of earlier solutions, the latest last. */
  readonly earlier: readonly string[]
}

const QUESTIONS = loadPrompt('adaplanner-questions')
const AGAIN = loadPrompt('answer-again')
/** Longest solution that is quoted to the model, and longest answer to a solution's question (characters). */
const MAX_SOLUTION = 8000
const MAX_ANSWER = 500
/** Longest error of an earlier solution that is quoted (characters). */
const MAX_ERROR = 300

/**
 * Asks for a first solution (section 3.1), or for a revision after the last solution halted (out-of-plan refinement,
 * section 3.2).
 * @throws the signal's reason when it fires.
 */
export async function askForSolution(
  settings: QuestionSettings,
  state: string,
  last: Refined | null,
): Promise<Asked<Solution>> {
  const { model, prompt, values, task, examples, context } = settings
  const asked = last
    ? fill(prompt, 'refine', {
        task,
        solution: last.solution.text.slice(0, MAX_SOLUTION),
        from: String(last.startFrom),
        error: last.end.detail,
        earlier: earlierText(last.earlier),
        report: last.end.report,
      })
    : fill(prompt, 'task', { task, state })
  const dialogue: ChatMessage[] = [
    { role: 'system', content: fill(prompt, 'system', { ...values, examples }) },
    { role: 'user', content: asked },
  ]
  const { signal, record } = context
  const purpose = last ? 'refine' : 'plan'
  const answer = await askUntilRead<Solution>(
    model,
    dialogue,
    {
      purpose,
      read: ({ text, finishReason }) =>
        readRevision(text, finishReason === 'length', last !== null),
      again: (error) => fill(AGAIN, 'program', { error }),
      onProblem: (problem) => record({ type: 'answer-rejected', purpose, problem }),
    },
    signal,
  )
  signal.throwIfAborted()
  return answer
}

/** The last error of earlier solutions, so that the model does not repeat its answer; empty for none. */
function earlierText(errors: readonly string[]): string {
  const last = errors.at(-1)
  if (last === undefined) return ''
  const many = errors.length === 1 ? 'A version before it was' : `${errors.length} before it were`
  return `${many} halted as well, at last by: ${last.slice(0, MAX_ERROR)}`
}

export function readRevision(
  text: string,
  isCutOff: boolean,
  isResumed: boolean,
): ReadAnswer<Solution> {
  const read = readSolution(text)
  if (!read.ok) return read
  const { solution } = read
  const { startFrom, steps } = solution
  const problem = isCutOff
    ? CUT_OFF
    : isResumed && startFrom !== null && startFrom > (steps.at(-1) ?? 1)
      ? `start_from is ${startFrom}, and there is no such step`
      : undefined
  return { ok: true, value: solution, ...(problem !== undefined && { problem }) }
}

/**
 * The step from which a revised solution is carried out: the step that its header names, or the step that the model
 * answers when it sees both versions (appendix D), or the first.
 */
export async function resumePoint(
  { model, context }: QuestionSettings,
  before: Solution,
  revised: Solution,
): Promise<number> {
  const last = revised.steps.at(-1) ?? 1
  if (revised.startFrom !== null) return Math.min(revised.startFrom, last)
  if (last === 1) return 1
  const { signal } = context
  const values = { previous: cut(before), revised: cut(revised) }
  const result = await model.complete(
    {
      purpose: 'start-from',
      messages: [
        { role: 'system', content: fill(QUESTIONS, 'start-system') },
        { role: 'user', content: fill(QUESTIONS, 'start', values) },
      ],
    },
    signal,
  )
  signal.throwIfAborted()
  const said = Number(/\d{1,4}/.exec(result.ok ? result.text : '')?.[0] ?? 1)
  return Math.min(Math.max(1, said), last)
}

/** In-plan refinement: answers a question that a running solution asks (section 3.2); empty without an answer. */
export async function askAbout(
  { model, context: { signal } }: QuestionSettings,
  question: string,
): Promise<string> {
  const result = await model.complete(
    {
      purpose: 'ask',
      messages: [
        { role: 'system', content: fill(QUESTIONS, 'ask-system') },
        { role: 'user', content: question || '?' },
      ],
    },
    signal,
  )
  signal.throwIfAborted()
  const text = result.ok ? result.text : ''
  const inFence = /^```[a-z]*\n([\s\S]*?)(?:```|$)/i.exec(text.trim())?.[1] ?? text
  return inFence
    .trim()
    .replace(/^answer\s*[:=]\s*/i, '')
    .slice(0, MAX_ANSWER)
}

function cut({ text }: Solution): string {
  return text.slice(0, MAX_SOLUTION)
}
