import { GoalLanguage } from '../src/goal/goal-language.ts'
import { perVersion } from '../src/knowledge/per-version.ts'
import type { Registry } from '../src/knowledge/registry.ts'
import { breed } from './breed.ts'
import { craft } from './craft.ts'
import { empty } from './empty.ts'
import { enter } from './enter.ts'
import { equip } from './equip.ts'
import { farm } from './farm.ts'
import { fill } from './fill.ts'
import { fish } from './fish.ts'
import { hunt } from './hunt.ts'
import { ignite } from './ignite.ts'
import { mine } from './mine.ts'
import { portal } from './portal.ts'
import { shear } from './shear.ts'
import type { SkillDefinition } from './skill-definition.ts'
import { sleep } from './sleep.ts'
import { smelt } from './smelt.ts'
import { store } from './store.ts'
import { withdraw } from './withdraw.ts'

/** All goal skills of the controller. Of those that bring the same item the earlier ones are preferred. */
export const GOAL_SKILLS: readonly SkillDefinition[] = [
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
]

/** The goal language over these skills. */
export type SkillLanguage = GoalLanguage<SkillDefinition>

/** The goal language of a version of the game over all goal skills, made once. */
export const goalLanguage: (registry: Registry) => SkillLanguage = perVersion(
  (registry) => new GoalLanguage(registry, GOAL_SKILLS),
)
