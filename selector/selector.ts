import type { Goal } from '#goal/goal'
import type { Estimate, Observation, Option } from '#goal/observation'

/** One way to set about a goal of the plan, with what it is expected to take. */
export interface Candidate extends Option {
  /** The goal of the plan that it serves; its own goal may name other materials. */
  readonly step: Goal
  /** Expected game ticks, by the skill's own rule. */
  readonly estimate: Estimate
}

export interface Scored {
  readonly candidate: Candidate
  /** Predicted game ticks until the goal is reached (its horizon); null where nothing is predicted. */
  readonly predictedTicks: number | null
  /** Between which ticks the horizon lies in 80 % of cases; null where no distribution is predicted. */
  readonly interval: Interval | null
}

/** Game ticks from the tenth to the ninetieth percentile. */
export interface Interval {
  readonly low: number
  readonly high: number
}

/** Which of the candidates to try first (DEPS, section 3.3). */
export interface Selector {
  readonly name: string
  /** Which goals of a plan it is asked about: those that can be done now, or the next one alone. */
  readonly scope: 'possible' | 'next'
  /** Whether it goes by what is in sight, and so is asked again when more comes into sight on the way. */
  readonly reconsiders: boolean
  /**
   * All candidates, the one to try first in front.
   * @param candidates in the order of the plan; those of one goal together.
   * @param observation the state that they are judged in.
   */
  choose(candidates: readonly Candidate[], observation: Observation): readonly Scored[]
}
