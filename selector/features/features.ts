import type { Observation } from '#goal/observation'
import type { EstimatedCandidate } from '../selector.ts'
import { AMONG_FEATURES } from './among-features.ts'
import { BODY_FEATURES } from './body-features.ts'
import { type Definition, featureValue, type Unit } from './definition.ts'
import { GOAL_FEATURES } from './goal-features.ts'
import { itemKind } from './item-kind.ts'
import { SEARCH_FEATURES } from './search-features.ts'
import { SOURCE_FEATURES } from './source-features.ts'
import { WORLD_FEATURES } from './world-features.ts'

/** Version of the list of features; it rises when a feature is added, removed, moved or changes its meaning. */
export const FEATURE_VERSION = 2

/** One of the numbers from which a model predicts a horizon. */
export interface Feature {
  /** Unique in the list. Names of skills and item sorts begin with `skill.` and `item.`; `estimate` is the skill's own. */
  readonly name: string
  readonly unit: Unit
}

const DEFINITIONS: readonly Definition[] = [
  ...GOAL_FEATURES,
  ...SOURCE_FEATURES,
  ...SEARCH_FEATURES,
  ...WORLD_FEATURES,
  ...BODY_FEATURES,
  ...AMONG_FEATURES,
]

/** All features, in the order of their numbers. */
export const FEATURES: readonly Feature[] = DEFINITIONS.map(({ name, unit }) => ({ name, unit }))

/**
 * The features of a candidate at the moment of choice (the state and the goal of DEPS's mu, section 3.3), from what the
 * agent knows.
 * @param among all candidates of the choice, this one among them.
 * @returns one number for each of {@link FEATURES}: finite, within the bounds of its unit, with three decimals. A flag
 * says where something is unknown; its feature is then 0.
 */
export function featuresOf(
  candidate: EstimatedCandidate,
  among: readonly EstimatedCandidate[],
  observation: Observation,
): number[] {
  const { goal } = candidate
  const [item = ''] = Object.keys(goal.target)
  const kind = itemKind(observation.registry, goal, item)
  const judged = { candidate, among, observation, item, kind }
  return DEFINITIONS.map((definition) => featureValue(definition, judged))
}
