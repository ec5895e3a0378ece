import type { AgentEvent } from '#agent/agent-event'
import type { Goal } from '#goal/goal'
import type { KnownSource, Observation } from '#goal/observation'
import { FEATURE_VERSION, featuresOf } from '#selector/features/features'
import type { Scored } from '#selector/selector'

/**
 * A choice as an event. Selectors learn from these events, whichever selector made the choice.
 * @param goal the goal to execute: the first candidate's, where there is a candidate.
 * @param ranked all candidates, the chosen candidate first.
 */
export function goalChosen(
  goal: Goal,
  ranked: readonly Scored[],
  observation: Observation,
): AgentEvent {
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
