import { parseOrder } from './parse-order.ts'
import { joined, leaf, mapped, type PlanTree, tasksOf } from './plan-tree.ts'

const MAX_STEPS = 40
const MAX_STEP_LENGTH = 300
const MAX_ANSWER_LENGTH = 20_000

/** `Step 1: have 7 stick`, and the same without the word `Step`. */
const STEP = /^[\s>#*_-]*step\s*(\d{1,6})[\s*_]*[:.)][\s*_]*(.*)$/i
const NUMBERED = /^[\s>#*_-]*(\d{1,6})[\s*_]*[:.)][\s*_]*(.*)$/

export type ParsedPlan =
  | {
      readonly ok: true
      readonly plan: PlanTree<string>
      /** Why the answer's execution order was not followed; undefined when it was. */
      readonly warning?: string
    }
  | { readonly ok: false; readonly error: string }

/**
 * Reads a planner's answer (ADaPT, section 3.2 and appendix B): lines such as `Step 1: fetch 2 stick` or `1. fetch 2 stick`, and one line
 * `Execution Order: (Step 1 AND Step 2)`. All other lines are ignored. Without a readable order the steps are joined by
 * AND.
 */
export function parsePlan(answer: string): ParsedPlan {
  const lines = answer.slice(0, MAX_ANSWER_LENGTH).split(/\r?\n/)
  const form = lines.some((line) => STEP.test(line)) ? STEP : NUMBERED
  const steps = new Map<number, string>()
  let stated: string | undefined
  for (const line of lines) {
    const step = form.exec(line)
    const order = /^[\s>#*_-]*execution order[\s*_]*:[\s*_]*(.*)$/i.exec(line)
    if (order) stated = order[1]?.replace(/[\s.*_`]+$/, '')
    const [, number, text = ''] = step ?? []
    const task = text.trim().slice(0, MAX_STEP_LENGTH)
    if (number !== undefined && task !== '' && !steps.has(Number(number)))
      steps.set(Number(number), task)
  }
  if (steps.size === 0) return { ok: false, error: 'the answer has no line "Step 1: ..."' }
  if (steps.size > MAX_STEPS)
    return { ok: false, error: `the plan has more than ${MAX_STEPS} steps` }
  const inTurn = joined('and', [...steps.values()].map(leaf))
  if (!stated) return { ok: true, plan: inTurn, warning: 'no execution order' }
  const parsed = parseOrder(stated)
  if (!parsed.ok)
    return {
      ok: true,
      plan: inTurn,
      warning: `execution order: ${parsed.error} at ${parsed.position}`,
    }
  const numbers = tasksOf(parsed.order)
  const unknown = numbers.find((number) => !steps.has(number))
  if (unknown !== undefined)
    return { ok: true, plan: inTurn, warning: `execution order: there is no step ${unknown}` }
  if (numbers.length > MAX_STEPS)
    return { ok: false, error: `the order names more than ${MAX_STEPS} steps` }
  return { ok: true, plan: mapped(parsed.order, (number) => leaf(steps.get(number) ?? '')) }
}
