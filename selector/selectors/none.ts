import type { EstimatedCandidate, Scored, Selector } from '../selector.ts'

/** Chooses nothing: the agent executes the plan in its order, whether or not a goal's preconditions hold (DEPS's DEP). */
export class NoSelector implements Selector {
  readonly name = 'none'
  readonly scope = 'next'
  readonly reconsiders = false

  choose(candidates: readonly EstimatedCandidate[]): readonly Scored[] {
    return candidates.map((candidate) => ({ candidate, predictedTicks: null, interval: null }))
  }
}
