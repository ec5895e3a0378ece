import type { Goal } from '#goal/goal'
import type { Candidate, Estimate, Observation } from '#goal/observation'

/** A candidate for a goal of the plan, with the estimate of its skill. */
export interface EstimatedCandidate extends Candidate {
  /** The goal of the plan; the candidate's own goal may name other materials. */
  readonly step: Goal
  /** Expected duration (game ticks). */
  readonly estimate: Estimate
}

/** A candidate with what a selector predicts for it. */
export interface Scored {
  readonly candidate: EstimatedCandidate
  /** Predicted game ticks until the goal is reached (its horizon); null where the selector predicts nothing. */
  readonly predictedTicks: number | null
  /** The 80 % interval of the horizon; null where the selector predicts no distribution. */
  readonly interval: Interval | null
}

/** The tenth and the ninetieth percentile (game ticks). */
export interface Interval {
  readonly low: number
  readonly high: number
}

/** Decides which candidate the agent tries first (DEPS, section 3.3). */
export interface Selector {
  readonly name: string
  /** The goals that it chooses among: all whose preconditions hold, or only the next one of the plan. */
  readonly scope: 'possible' | 'next'
  /** Whether its choice depends on what is in sight, so that the agent asks again when it sees more. */
  readonly reconsiders: boolean
  /**
   * All candidates, in the order in which to try them.
   * @param candidates in the order of the plan; those of one goal together.
   * @param observation the state at the moment of choice.
   */
  choose(candidates: readonly EstimatedCandidate[], observation: Observation): readonly Scored[]
}
