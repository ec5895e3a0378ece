import { type Observation, totalTicks } from '#goal/observation'
import type { Candidate, Scored, Selector } from '../selector.ts'
import { deferrable } from './deferrable.ts'

/**
 * Takes the candidate that is soonest done by the estimates of the skills; of equal ones the first of the plan. What is
 * better done later, since something else brings it along, comes behind the rest; so does searching for what is known,
 * except for stone by a tunnel: it lies under any soil.
 */
export class NearestSelector implements Selector {
  readonly name = 'nearest'
  readonly scope = 'possible'
  readonly reconsiders = true

  choose(candidates: readonly Candidate[], observation: Observation): readonly Scored[] {
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
