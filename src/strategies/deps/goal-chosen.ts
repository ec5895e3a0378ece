import type { EventBody } from '#events/events'
import type { Goal } from '#goal/goal'
import type { KnownSource, Observation } from '#goal/observation'
import { FEATURE_VERSION, featuresOf } from '#selector/features/features'
import type { Scored } from '#selector/selector'

/**
 * A choice as the event log has it: what selectors learn from, whichever of them made it.
 * @param goal what is carried out: that of the first candidate, where there is any.
 * @param ranked all candidates, the chosen one first.
 */
export function goalChosen(
  goal: Goal,
  ranked: readonly Scored[],
  observation: Observation,
): EventBody {
  const among = ranked.map(({ candidate }) => candidate)
  const hasBody = observation.body !== null
  return {
    type: 'goal-chosen',
    goal,
    featureVersion: hasBody ? FEATURE_VERSION : null,
    candidates: ranked.map(({ candidate, predictedTicks, interval }) => ({
      goal: candidate.goal,
      predictedTicks,
      interval,
      source: candidate.source && recordedSource(candidate.source),
      search: candidate.search,
      features: hasBody ? featuresOf(candidate, among, observation) : null,
    })),
  }
}

function recordedSource({ kind, position: { x, y, z } }: KnownSource) {
  return { kind, position: { x, y, z } }
}
