import { type Observation, totalTicks } from '../src/goal/observation.ts'
import { betterLater } from './better-later.ts'
import type { Candidate, Scored, Selector } from './selector.ts'

/**
 * Takes the candidate that is soonest done by the estimates of the skills; of equal ones the first of the plan. What is
 * better done later, since something else brings it along, comes behind the rest; so does searching for what is known,
 * except for stone by a tunnel: it lies under any soil.
 */
export class NearestSelector implements Selector {
  readonly name = 'nearest'
  readonly scope = 'possible'
  readonly isAskedAgain = true

  choose(candidates: readonly Candidate[], observation: Observation): readonly Scored[] {
    const later = betterLater(candidates, observation)
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
