/** The goal skills and their language: `mineflayer-delver/skills`. */
export type { Goal, ItemCounts } from '#goal/goal'
export type { GoalLanguage } from '#goal/goal-language'
export type { Missing } from '#goal/missing'
export type { Approach, Candidate, Estimate, KnownSource, Observation } from '#goal/observation'
export type { Failure, Outcome } from '#goal/outcome'
export type { Effect, Recipe, SkillSpec } from '#goal/skill-spec'
export { type Registry, registryFor } from '#knowledge/registry'
export { perform, type Skill, type SkillContext, type SkillWorld } from '#skills/core/skill'
export {
  defineSkill,
  type GoalArgs,
  type SkillDefinition,
  type SkillRecord,
} from '#skills/core/skill-definition'
export { GOAL_SKILLS, goalLanguage, type SkillLanguage } from '#skills/library'
