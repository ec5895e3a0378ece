import type { Goal } from '../src/goal/goal.ts'

/** A goal that can be tried now, with what its horizon is predicted from (DEPS, section 3.3). */
export interface Candidate {
  readonly goal: Goal
  /** Blocks to the nearest known source or station; 0 when none is needed, null when none is known. */
  readonly distance: number | null
  /** Typical game ticks until one is found when none is known. */
  readonly searchTicks: number
  /** Game ticks of the work itself, once there. */
  readonly workTicks: number
}

export interface Scored {
  readonly candidate: Candidate
  /** Predicted game ticks until the goal is reached (its horizon). */
  readonly predictedTicks: number
}

/** Which of the goals that can be tried now to try first. */
export interface Selector {
  readonly name: string
  /** All candidates with their predictions, the one to try first in front. */
  choose(candidates: readonly Candidate[]): Scored[]
}
