import { noAnswer } from '#llm/watched-model'
import type { Value } from '#program/values'
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

/** One step of the loop as it happens. */
export type AdaPlannerStep =
  /** A solution is carried out from one of its steps on. */
  | {
      readonly what: 'plan' | 'resume'
      readonly solution: Solution
      readonly startFrom: number
      /** The step in which the one before was halted; null for none, or where it does not say. */
      readonly haltedIn: number | null
    }
  /** It is at an end, and the task is not done: by an assertion, an error, or since nothing is left to do. */
  | {
      readonly what: 'halt'
      readonly step: number | null
      readonly error: string
      readonly report: string
    }
  | { readonly what: 'ask'; readonly question: string; readonly answer: string }

export interface AdaPlannerOptions extends QuestionSettings {
  readonly world: PlanWorld
  /** Solutions at most, the first among them. */
  readonly maxPlans: number
  /** Solutions in a row that do nothing before it gives up. */
  readonly maxFruitless: number
  onStep(step: AdaPlannerStep): void
}

export interface AdaPlannerResult {
  readonly isDone: boolean
  /** Whether the last solution came to its end, all of its assertions held. */
  readonly isFinished: boolean
  /** Why it gave up; of no meaning when it is done. */
  readonly reason: string
  /** Solutions that could be read. */
  readonly plans: number
  /** The last solution; null for none. */
  readonly solution: Solution | null
  /** All that was done and seen. */
  readonly log: readonly string[]
}

/** What a solution is told that comes to its end too soon. */
const NOT_DONE = 'solution() came to its end, and the task is not done'

/**
 * AdaPlanner (sections 3.1 and 3.2): a plan in code is carried out until an assertion does not hold; then the model
 * revises all of it by what was seen, and names the step from which it goes on. What is done by then stays done, and what
 * variables held stays known.
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
    if (fruitless === maxFruitless) return result(false, 'plan after plan led to nothing')
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
  return result(false, `${maxPlans} plans are used up`)
}
