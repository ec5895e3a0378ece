import type { Planner, PlanRequest, PlanResult } from '#agent/planner/planner'
import { planOf } from './language.ts'

/** Hands out plans from a list, and keeps what it was asked. The last one is handed out forever. */
export class ListedPlanner implements Planner {
  readonly name = 'listed'
  readonly asked: PlanRequest[] = []
  readonly #answers: readonly (string | Exclude<PlanResult, { ok: true }>)[]

  constructor(...answers: (string | Exclude<PlanResult, { ok: true }>)[]) {
    this.#answers = answers
  }

  plan(request: PlanRequest): Promise<PlanResult> {
    const answer = this.#answers[Math.min(this.asked.length, this.#answers.length - 1)] ?? ''
    this.asked.push(request)
    if (typeof answer !== 'string') return Promise.resolve(answer)
    return Promise.resolve({ ok: true, plan: planOf(answer), isExact: false })
  }
}
