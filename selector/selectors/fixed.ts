import type { EstimatedCandidate, Scored, Selector } from '../selector.ts'

/** Takes the goals whose preconditions hold in the order of the plan (DEPS's fixed sequence). */
export class FixedSelector implements Selector {
  readonly name = 'fixed'
  readonly scope = 'possible'
  readonly reconsiders = false

  choose(candidates: readonly EstimatedCandidate[]): readonly Scored[] {
    return candidates.map((candidate) => ({ candidate, predictedTicks: null, interval: null }))
  }
}
