import type { Block, Expression, Statement } from '#program/ast'
import { literalValue } from '#program/literal'
import { parseProgram } from '#program/parse'

/** A plan in code, as AdaPlanner's model writes it: `def solution(agent, start_from=1)` in steps (section 3.1). */
export interface Solution {
  /** The code as the model wrote it, without the text around it. */
  readonly text: string
  /** The definitions for the interpreter, without the calls outside of functions. */
  readonly program: Block
  /** The function that is the plan. */
  readonly name: string
  readonly body: Block
  /** Numbers of the steps from which the plan can resume, in order: n of each `if start_from <= n`. */
  readonly steps: readonly number[]
  /** The step from which the plan asks to be carried out; null where it does not say. */
  readonly startFrom: number | null
}

export type ReadSolution =
  | { readonly ok: true; readonly solution: Solution }
  | { readonly ok: false; readonly error: string }

const NAME = 'solution'
const START = 'start_from'
const FENCED = /```[a-z]*\n([\s\S]*?)(?:```|$)/i
const MAX_STEP = 1000

/** Reads a model's answer as a solution. The parser replaces the paper's check by the model. */
export function readSolution(answer: string): ReadSolution {
  const parsed = parseProgram(answer)
  if (!parsed.ok) return parsed
  const { program } = parsed
  const functions = program.filter((statement) => statement.type === 'define')
  const main = functions.findLast(({ name }) => name === NAME) ?? functions.at(-1) ?? whole(program)
  const steps = [...new Set(main.body.flatMap((statement) => stepOf(statement) ?? []))]
  return {
    ok: true,
    solution: {
      text: (FENCED.exec(answer)?.[1] ?? answer).trim(),
      program: [...(functions.length > 0 ? program.filter(isDefinition) : []), main],
      name: main.name,
      body: main.body,
      steps: steps.sort((a, b) => a - b),
      startFrom: startIn(program, main),
    },
  }
}

/** The number of the step that a statement guards: `if start_from <= 3:`. */
export function stepOf(statement: Statement): number | undefined {
  if (statement.type !== 'if' || statement.test.type !== 'binary') return undefined
  const { operator, left, right } = statement.test
  if (operator !== '<=' || !isNamed(left, START)) return undefined
  return stepNumber(right)
}

type Definition = Extract<Statement, { type: 'define' }>

/** Wraps statements without a function into one. */
function whole(body: Block): Definition {
  const preset: Expression = { type: 'literal', value: 1 }
  const parameters = [
    { name: 'agent', preset: null },
    { name: START, preset },
  ]
  return { type: 'define', name: NAME, parameters, body }
}

/** Functions, and names for literals. */
function isDefinition(statement: Statement): boolean {
  if (statement.type === 'define') return true
  return statement.type === 'assign' && literalValue(statement.value) !== undefined
}

/** The first step, by a call of the solution, by an assignment before it, or by its header. */
function startIn(program: Block, { name, parameters }: Definition): number | null {
  const calls = program.flatMap((statement) =>
    statement.type === 'do' && statement.what.type === 'call' && statement.what.name === name
      ? [statement.what]
      : [],
  )
  const [, second, ...others] = calls.at(-1)?.args ?? []
  const named = [...(second ? [second] : []), ...others].find(
    ({ key }) => key === null || key === START,
  )
  const assigned = program.findLast(
    (statement) => statement.type === 'assign' && isNamed(statement.target, START),
  )
  const preset = parameters.find((parameter) => parameter.name === START)?.preset
  const values = [named?.value, assigned?.type === 'assign' ? assigned.value : undefined, preset]
  for (const value of values) {
    const step = value && stepNumber(value)
    if (step !== undefined) return step
  }
  return null
}

function isNamed(expression: Expression, name: string): boolean {
  return expression.type === 'name' && expression.name === name
}

function stepNumber(expression: Expression): number | undefined {
  if (expression.type !== 'literal' || typeof expression.value !== 'number') return undefined
  const { value } = expression
  return Number.isInteger(value) && value >= 1 && value <= MAX_STEP ? value : undefined
}
