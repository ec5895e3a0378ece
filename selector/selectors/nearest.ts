import { type Observation, totalTicks } from '#goal/observation'
import type { EstimatedCandidate, Scored, Selector } from '../selector.ts'
import { deferrable } from './deferrable.ts'

/** Takes the candidate with the lowest estimate; of equal ones the first of the plan. Deferrable candidates come last. */
export class NearestSelector implements Selector {
  readonly name = 'nearest'
  readonly scope = 'possible'
  readonly reconsiders = true

  choose(candidates: readonly EstimatedCandidate[], observation: Observation): readonly Scored[] {
    const later = deferrable(candidates, observation)
    return candidates
      .map((candidate) => ({
        candidate,
        predictedTicks: totalTicks(candidate.estimate),
        interval: null,
      }))
      .sort(
        (a, b) =>
          Number(later.has(a.candidate)) - Number(later.has(b.candidate)) ||
          a.predictedTicks - b.predictedTicks,
      )
  }
}
