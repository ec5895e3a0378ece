import { Halt } from '#program/halt'
import { readLiteral } from '#program/literal'
import { type ProgramHost, runProgram } from '#program/run'
import { printed, textOf, type Value } from '#program/values'
import type { PlanWorld } from './plan-world.ts'
import type { Solution } from './solution.ts'

/** Failed actions in a row after which a solution is halted, because it repeats itself. */
const MAX_FAILURES = 5
/** Questions that one solution may ask. */
const MAX_QUESTIONS = 20
/** Longest observation that a solution gets (characters): the relevant part may be at its end. */
const MAX_OBSERVED = 1500
/** Interactions in a report (section 3.2), and the longest text of each (characters). */
const REPORTED = 3
const MAX_SEEN = 300
const ASK = /^ask(?:_?llm)?$/i

export interface SolutionRun {
  readonly solution: Solution
  readonly startFrom: number
  /** The variables of the previous run (section 3.2); this run changes them. */
  readonly variables: Map<string, Value>
  readonly world: PlanWorld
  /** In-plan refinement: answers a question about an observation (section 3.2). */
  ask(question: string): Promise<string>
}

/** How a solution ended. */
export interface SolutionEnd {
  /** Whether the solution ran completely. */
  readonly isFinished: boolean
  /** The message of the failed assertion, or another error. */
  readonly detail: string
  /** The step in which the solution ended; null where it does not say. */
  readonly step: number | null
  /** The agent's state at the end, with the last actions and observations. */
  readonly report: string
  /** Whether any action succeeded. */
  readonly hasActed: boolean
  /** All actions and observations. */
  readonly log: readonly string[]
}

/**
 * Carries a solution out from one of its steps on, until it ends or an assertion fails (section 3.2). Our own interpreter
 * runs it.
 * @throws whatever the world and `ask` throw.
 */
export async function runSolution(run: SolutionRun, signal: AbortSignal): Promise<SolutionEnd> {
  const { solution, startFrom, variables, world } = run
  const host = new SolutionHost(run, signal)
  variables.set('agent', null)
  variables.set('start_from', startFrom)
  const { end, detail } = await runProgram(solution.program, host, {
    name: solution.name,
    variables,
  })
  // A step that prints nothing still names itself in its error.
  const step = Number(/\[step (\d{1,4})\]/i.exec(detail)?.[1] ?? host.step ?? Number.NaN)
  return {
    isFinished: end === 'finished',
    detail,
    step: Number.isNaN(step) ? null : step,
    report: [world.state(), host.lastActions].join('\n').trim(),
    hasActed: host.hasActed,
    log: host.log,
  }
}

class SolutionHost implements ProgramHost {
  readonly log: string[] = []
  step: string | undefined
  hasActed = false
  readonly #run: SolutionRun
  readonly #signal: AbortSignal
  readonly #recent: string[] = []
  #failures = 0
  #questions = 0

  constructor(run: SolutionRun, signal: AbortSignal) {
    this.#run = run
    this.#signal = signal
  }

  get lastActions(): string {
    if (this.#recent.length === 0) return ''
    return ['The last actions before that:', ...this.#recent].join('\n')
  }

  count(item: string): number {
    return this.#run.world.count(item)
  }

  inventory(): ReadonlyMap<string, number> {
    return this.#run.world.inventory()
  }

  print(text: string): void {
    this.step = /^\W*step (\d{1,4})\b/i.exec(text)?.[1] ?? this.step
  }

  async act(...[name, args]: Parameters<ProgramHost['act']>): Promise<Value> {
    const first = args[0]?.value ?? null
    if (ASK.test(name)) return this.#ask(textOf(first))
    if (name === 'literal_eval') return literal(textOf(first))
    if (name === 'report') return [this.#run.world.state(), this.lastActions].join('\n').trim()
    const { text, isDone } = await this.#run.world.act(name, args, this.#signal)
    const seen = text.slice(0, MAX_SEEN)
    const said = `${name}(${args.map(shown).join(', ')})`.slice(0, MAX_SEEN)
    this.log.push(`> ${said}`, seen)
    this.#recent.push(`Act: ${said}\nObs: ${seen}`)
    if (this.#recent.length > REPORTED) this.#recent.shift()
    this.hasActed ||= isDone
    this.#failures = isDone ? 0 : this.#failures + 1
    if (this.#failures >= MAX_FAILURES)
      throw new Halt('limit', `${this.#failures} actions in a row failed`)
    return text.slice(0, MAX_OBSERVED)
  }

  async #ask(question: string): Promise<string> {
    if (++this.#questions > MAX_QUESTIONS)
      throw new Halt('limit', `more than ${MAX_QUESTIONS} questions were asked`)
    const answer = await this.#run.ask(question)
    this.log.push(`> ask(${question.slice(0, MAX_SEEN)})`, answer)
    return answer
  }
}

function literal(text: string): Value {
  const value = readLiteral(text)
  if (value === undefined) throw new Halt('fault', `'${text.slice(0, 40)}' is not a literal`)
  return value
}

function shown({ key, value }: Parameters<ProgramHost['act']>[1][number]): string {
  const text = value === null ? 'None' : printed(value)
  return key === null ? text : `${key}=${text}`
}
