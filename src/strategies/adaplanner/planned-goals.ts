import type { PlannedGoal } from '#goal/goal'
import type { GoalLanguage } from '#goal/goal-language'
import { readCall } from '#goal/repair/calls'
import type { Block, Expression, Statement } from '#program/ast'
import { literalValue } from '#program/literal'
import type { Value } from '#program/values'
import { type Solution, stepOf } from './solution.ts'

/** Goals of one solution that are read. */
const MAX_GOALS = 100

/** The goals that a solution states literally from a step on, read without running it: for logs and displays. */
export function plannedGoals(
  language: GoalLanguage,
  { body }: Solution,
  startFrom: number,
): PlannedGoal[] {
  const goals: PlannedGoal[] = []
  for (const call of callsIn(body, startFrom)) {
    if (goals.length >= MAX_GOALS) break
    const step = readCall(language, call.name, call.args)
    if (step.type === 'goal') goals.push(step.goal)
  }
  return goals
}

interface WrittenCall {
  readonly name: string
  readonly args: readonly { readonly key: string | null; readonly value: Value }[]
}

function callsIn(block: Block, startFrom: number): WrittenCall[] {
  return block.flatMap((statement) => {
    const step = stepOf(statement)
    return step !== undefined && step < startFrom ? [] : callsOf(statement, startFrom)
  })
}

function callsOf(statement: Statement, startFrom: number): WrittenCall[] {
  switch (statement.type) {
    case 'assign':
      return callOf(statement.value)
    case 'do':
      return callOf(statement.what)
    case 'if':
      return [...callsIn(statement.then, startFrom), ...callsIn(statement.otherwise, startFrom)]
    case 'while':
    case 'for':
    case 'try':
      return callsIn(statement.body, startFrom)
    default:
      return []
  }
}

/** A call of the agent with literal arguments. */
function callOf(expression: Expression): WrittenCall[] {
  if (expression.type !== 'call' || expression.on?.type !== 'name') return []
  const args = expression.args.flatMap(({ key, value }) => {
    const written = literalValue(value)
    return written === undefined ? [] : [{ key, value: written }]
  })
  return args.length === expression.args.length ? [{ name: expression.name, args }] : []
}
