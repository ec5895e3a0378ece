import type { EstimatedCandidate, Scored, Selector } from '#selector/selector'

/** Tries candidates with a known source before those that must search; otherwise in the order of the plan. */
export class KnownFirstSelector implements Selector {
  readonly name = 'known-first'
  readonly scope = 'possible'
  readonly reconsiders = true

  choose(candidates: readonly EstimatedCandidate[]): readonly Scored[] {
    return candidates
      .toSorted((a, b) => Number(a.search !== null) - Number(b.search !== null))
      .map((candidate) => ({ candidate, predictedTicks: null, interval: null }))
  }
}
