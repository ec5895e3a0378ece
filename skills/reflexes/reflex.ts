import type { Skill, SkillContext } from '../core/skill.ts'
import type { Threat } from '../pursuit/threats.ts'

/** What a reflex decides by: the world that skills work in, and the threats of this tick. */
export interface ReflexContext extends Omit<SkillContext, 'signal'> {
  /** Monsters within shooting range, nearest first. */
  readonly threats: readonly Threat[]
  /** Whether the agent took damage recently. */
  readonly underFire: boolean
  /** Whether the reflex of this name rests where it is due for this reason. */
  rests(name: string, reason: string): boolean
}

/** A skill that the agent starts by itself when something threatens it; the goal's skill resumes afterwards. */
export interface Reflex {
  readonly name: string
  /** What the agent does, in one line for people. */
  readonly description: string
  /**
   * Why the reflex is due now; undefined when it is not. The reason names the threat and nothing that changes from tick
   * to tick, because a reflex rests per reason.
   */
  when(context: ReflexContext): string | undefined
  /** Of all reflexes that are due, the one with the highest urgency starts. */
  readonly urgency: number
  /** After a failure, the reflex rests for this long (ticks), for the same reason only. */
  readonly rest: number
  /** Whether rests get longer with each failure, until the next damage ends them all. */
  readonly wokenByWounds?: boolean
  readonly skill: Skill<null>
}
