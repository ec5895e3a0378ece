import type { Skill, SkillContext } from '../core/skill.ts'
import type { Threat } from '../pursuit/threats.ts'

/** What reflexes go by: what skills work with, and how the body fares at this tick. */
export interface ReflexContext extends Omit<SkillContext, 'signal'> {
  /** Monsters as far away as any of them shoots, the nearest first. */
  readonly threats: readonly Threat[]
  /** Whether the body was hurt a moment ago. */
  readonly underFire: boolean
  /** Whether a reflex, by its name, is left alone for a while where it is due for this reason. */
  rests(name: string, reason: string): boolean
}

/** What the body does of itself when something threatens it, before it goes on with its goal. */
export interface Reflex {
  readonly name: string
  /**
   * Why it is due now; undefined when it is not. A reason says what is dealt with and nothing that
   * changes from tick to tick: the reflex rests by it.
   */
  when(context: ReflexContext): string | undefined
  /** Of all reflexes that are due the one with the highest number comes first. */
  readonly urgency: number
  /** Ticks for which it is not tried again for the same reason after it failed. */
  readonly rest: number
  /** Whether it rests longer each time that it fails again, until a new wound ends its rests. */
  readonly wokenByWounds?: boolean
  readonly skill: Skill<null>
}
