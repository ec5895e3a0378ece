import type { Goal } from '#goal/goal'
import type { Approach, Observation } from '#goal/observation'
import type { Outcome } from '#goal/outcome'
import type { SkillLanguage } from '#skills/library'

/**
 * Where goals are carried out: by a body among blocks, or in the text world. It looks after itself: what was lost in
 * death is fetched, stations are taken along, provisions are got, under every strategy alike.
 */
export interface Environment {
  /** Which goals there are. */
  readonly language: SkillLanguage
  /** How things are now. */
  observe(): Observation
  /**
   * Carries a goal out. It takes at least one tick, so that what goes in circles ends with the trial's time.
   * @param approach the source to begin with and the way to search, as a selector chose them.
   * @throws the signal's reason when it fires.
   */
  execute(goal: Goal, signal: AbortSignal, approach?: Approach): Promise<Outcome>
  /**
   * Lets game ticks pass, in which the trial may find that the target is there.
   * @throws the signal's reason when it fires.
   */
  wait(ticks: number, signal: AbortSignal): Promise<void>
}

/** How long a strategy waits when it thinks that all is done (ticks). */
export const SETTLE_TICKS = 40
