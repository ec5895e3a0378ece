import type { Candidate, Scored, Selector } from '../selector.ts'

/** No choice: the plan is carried out in its own order, whether or not a goal can be done yet (the paper's DEP). */
export class NoSelector implements Selector {
  readonly name = 'none'
  readonly scope = 'next'
  readonly reconsiders = false

  choose(candidates: readonly Candidate[]): readonly Scored[] {
    return candidates.map((candidate) => ({ candidate, predictedTicks: null, interval: null }))
  }
}
