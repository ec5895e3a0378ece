/** One choice that was carried out, as the selector learns from it (DEPS, section 3.3: a state, a goal, a horizon). */
export interface Sample {
  /** What was known at the moment of choice: one number for each of the features, in their order. */
  readonly features: readonly number[]
  /** Game ticks from the choice until its goal was reached, or, if `isCensored`, until it was given up. */
  readonly ticks: number
  /** Whether the goal was not reached: its horizon is longer than `ticks`, nobody knows by how much. */
  readonly isCensored: boolean
  /** The skill and the items of the goal, by which results are grouped. */
  readonly skill: string
  readonly item: string
  /** What the skill's own estimate was (game ticks), for comparison. */
  readonly estimate: number
  /** Which trial it is from; all choices of a trial belong to training or to evaluation together. */
  readonly trial: string
}
