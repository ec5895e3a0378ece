import { GoalLanguage } from '#goal/goal-language'
import { perVersion } from '#knowledge/per-version'
import type { Registry } from '#knowledge/registry'
import { hunt } from './combat/hunt.ts'
import { inOverworld } from './core/in-overworld.ts'
import type { SkillDefinition } from './core/skill-definition.ts'
import { breed } from './farming/breed.ts'
import { farm } from './farming/farm.ts'
import { fill } from './farming/fill.ts'
import { fish } from './farming/fish.ts'
import { shear } from './farming/shear.ts'
import { craft } from './items/craft.ts'
import { empty } from './items/empty.ts'
import { equip } from './items/equip.ts'
import { smelt } from './items/smelt.ts'
import { store } from './items/store.ts'
import { withdraw } from './items/withdraw.ts'
import { mine } from './mining/mine.ts'
import { enter } from './nether/enter.ts'
import { ignite } from './nether/ignite.ts'
import { portal } from './nether/portal.ts'
import { sleep } from './survival/sleep.ts'

/** All goal skills of the controller by name. Of those that bring the same item the earlier ones are preferred. */
const SKILLS = {
  mine,
  hunt,
  shear,
  smelt,
  fill,
  farm,
  fish,
  craft,
  empty,
  withdraw,
  equip,
  store,
  breed,
  sleep,
  ignite,
  portal,
  enter,
} satisfies Readonly<Record<string, SkillDefinition>>

export type GoalSkillName = keyof typeof SKILLS

/** One value for each goal skill. */
export function forEachSkill<T>(
  make: (name: GoalSkillName) => T,
): Readonly<Record<GoalSkillName, T>> {
  const names = Object.keys(SKILLS) as GoalSkillName[]
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<GoalSkillName, T>
}

/** All goal skills, the preferred ones first. */
export const GOAL_SKILLS: readonly SkillDefinition[] = Object.values(SKILLS)

/** The goal language over these skills. */
export type SkillLanguage = GoalLanguage<SkillDefinition>

/** The goal language of worlds that have nothing but the overworld, such as the text world. */
export const overworldLanguage: (registry: Registry) => SkillLanguage = perVersion(
  (registry) => new GoalLanguage(registry, GOAL_SKILLS.map(inOverworld)),
)

/** The goal language of a version of the game over all goal skills, made once. */
export const goalLanguage: (registry: Registry) => SkillLanguage = perVersion(
  (registry) => new GoalLanguage(registry, GOAL_SKILLS),
)
