/** One choice that the agent carried out, as training data (DEPS, section 3.3: a state, a goal and its horizon). */
export interface Sample {
  /** The features at the moment of choice, in their order. */
  readonly features: readonly number[]
  /** Game ticks from the choice until the agent reached the goal or, if `isCensored`, gave it up. */
  readonly ticks: number
  /** Whether the agent gave the goal up, so that its horizon is longer than `ticks`. */
  readonly isCensored: boolean
  /** The skill and the items of the goal, by which evaluations group their results. */
  readonly skill: string
  readonly item: string
  /** The skill's own estimate (game ticks), for comparison. */
  readonly estimate: number
  /** The trial of the choice; all choices of a trial are in the same split. */
  readonly trial: string
}
