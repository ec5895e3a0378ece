import type { Goal } from '#goal/goal'
import type { Observation } from '#goal/observation'
import type { Candidate } from '#selector/selector'
import type { SkillLanguage } from '#skills/library'

/** The candidates of a selector: every approach to each goal, with its skill's estimate. */
export function candidatesFor(
  language: SkillLanguage,
  goals: readonly Goal[],
  observation: Observation,
): Candidate[] {
  return goals.flatMap((step) => {
    const skill = language.skill(step.skill)
    return skill.options(step, observation).map((option) => {
      return { ...option, step, estimate: skill.estimate(option, observation) }
    })
  })
}
