import type { Goal } from '#goal/goal'
import type { Approach, Observation } from '#goal/observation'
import type { Outcome } from '#goal/outcome'
import type { SkillLanguage } from '#skills/library'

/**
 * Where goals are executed: by a body in Minecraft, or in the text world. Under every strategy alike, the environment also
 * retrieves items lost in a death, picks up stations and forages for food.
 */
export interface Environment {
  /** The goals that it can execute. */
  readonly language: SkillLanguage
  /** The current observation. */
  observe(): Observation
  /**
   * Executes a goal. This takes at least one tick, so that a loop ends with the trial's time.
   * @param approach the source to begin with and the search method that a selector chose.
   * @throws the signal's reason when it fires.
   */
  execute(goal: Goal, signal: AbortSignal, approach?: Approach): Promise<Outcome>
  /**
   * Lets game ticks pass, in which the trial may notice that the target is reached.
   * @throws the signal's reason when it fires.
   */
  wait(ticks: number, signal: AbortSignal): Promise<void>
  /**
   * Waits until work outside of the game settles, such as a model's answer. Meanwhile the body keeps itself alive: it
   * defends itself, eats, takes cover, and retrieves what it lost.
   * @throws the signal's reason when it fires first.
   */
  attend(work: Promise<unknown>, signal: AbortSignal): Promise<void>
}

/** How long a strategy waits for the trial to end when it considers its task done (ticks). */
export const SETTLE_TICKS = 40
