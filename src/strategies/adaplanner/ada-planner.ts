import { noAnswer } from '#llm/watched-model'
import type { Value } from '#program/values'
import { counted } from '#wire/wording'
import type { PlanWorld } from './plan-world.ts'
import {
  askAbout,
  askForSolution,
  type QuestionSettings,
  type Refined,
  resumePoint,
} from './questions.ts'
import { runSolution } from './run-solution.ts'
import type { Solution } from './solution.ts'

/** An event of the loop. */
export type AdaPlannerStep =
  /** A solution begins, from one of its steps on. */
  | {
      readonly what: 'plan' | 'resume'
      readonly solution: Solution
      readonly startFrom: number
      /** The step in which the previous solution halted; null for none and where it does not say. */
      readonly haltedIn: number | null
    }
  /** A solution ends without the task being done: by an assertion, by an error, or at its end. */
  | {
      readonly what: 'halt'
      readonly step: number | null
      readonly error: string
      readonly report: string
    }
  | { readonly what: 'ask'; readonly question: string; readonly answer: string }

export interface AdaPlannerOptions extends QuestionSettings {
  readonly world: PlanWorld
  /** Limit of solutions, the first included. */
  readonly maxPlans: number
  /** Solutions in a row without a successful action after which the loop ends. */
  readonly maxFruitless: number
  onStep(step: AdaPlannerStep): void
}

export interface AdaPlannerResult {
  readonly isDone: boolean
  /** Whether the last solution ran completely, so that all its assertions held. */
  readonly isFinished: boolean
  /** Why the loop ended; empty when the task is done. */
  readonly reason: string
  /** Number of readable solutions. */
  readonly plans: number
  /** The last solution; null for none. */
  readonly solution: Solution | null
  /** All actions and observations. */
  readonly log: readonly string[]
}

/** The error of a solution that ends before the task is done. */
const NOT_DONE = 'solution() came to its end, and the task is not done'

/**
 * AdaPlanner (sections 3.1 and 3.2): a plan in code runs until an assertion fails. Then the model revises the whole plan
 * and names the step from which the revision resumes. Finished actions and variables are kept.
 * @throws the signal's reason when it fires.
 */
export async function adaPlan(options: AdaPlannerOptions): Promise<AdaPlannerResult> {
  const { world, model, maxPlans, maxFruitless, onStep, context } = options
  const { signal } = context
  const log: string[] = []
  let variables = new Map<string, Value>()
  let last: Refined | null = null
  let plans = 0
  const result = (isDone: boolean, reason: string): AdaPlannerResult => {
    const solution = last?.solution ?? null
    return { isDone, isFinished: last?.end.isFinished ?? false, reason, plans, solution, log }
  }
  const ask = async (question: string): Promise<string> => {
    const answer = await askAbout(options, question)
    onStep({ what: 'ask', question, answer })
    return answer
  }
  for (let tries = 0, fruitless = 0; tries < maxPlans; tries++) {
    if (fruitless === maxFruitless) return result(false, 'too many plans in a row gained nothing')
    const asked = await askForSolution(options, world.state(), last)
    if (asked.kind === 'no-answer') return result(false, noAnswer(asked.failure))
    if (asked.kind === 'unreadable') {
      fruitless++
      continue
    }
    const solution = asked.value
    plans++
    const startFrom: number = last ? await resumePoint(options, last.solution, solution) : 1
    if (startFrom === 1) variables = new Map()
    onStep({
      what: last ? 'resume' : 'plan',
      solution,
      startFrom,
      haltedIn: last?.end.step ?? null,
    })
    const end = await runSolution({ solution, startFrom, variables, world, ask }, signal)
    log.push(...end.log)
    const isDone = await world.isDone(signal)
    const detail = end.isFinished ? NOT_DONE : end.detail
    const earlier: readonly string[] = last ? [...last.earlier, last.end.detail] : []
    last = { solution, startFrom, end: { ...end, detail }, earlier }
    if (isDone) return result(true, '')
    onStep({ what: 'halt', step: end.step, error: detail, report: end.report })
    if (model.failure) return result(false, noAnswer(model.failure))
    fruitless = end.hasActed ? 0 : fruitless + 1
  }
  return result(false, `the limit of ${counted(maxPlans, 'plan')} is reached`)
}
