import type { Goal, Plan } from '../../goal/goal.ts'
import type { Failure } from '../../goal/outcome.ts'
import { goalText } from '../../goal/print.ts'

/** What the descriptor puts into words: how far a plan, or a single goal, was carried out. */
export interface Situation {
  readonly done: readonly Goal[]
  /** Left out, with its failure, when nothing failed. */
  readonly failed?: Goal
  readonly failure?: Failure
  readonly rest: Plan
}

/** What was done and what failed, a line each, without the state that it led to. */
export function outcomeLines({ done, failed, failure }: Situation): string[] {
  const lines = done.map((goal) => `I succeed on ${goalText(goal)}.`)
  if (failed && failure)
    lines.push(`I fail on ${goalText(failed)}: ${failure.kind}, ${failure.detail}.`)
  return lines
}
