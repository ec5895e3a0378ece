import type { Goal } from '#goal/goal'
import type { Observation } from '#goal/observation'
import type { EstimatedCandidate } from '#selector/selector'
import type { SkillLanguage } from '#skills/library'

/** The candidates for each goal, with the estimates of their skills. */
export function candidatesFor(
  language: SkillLanguage,
  goals: readonly Goal[],
  observation: Observation,
): EstimatedCandidate[] {
  return goals.flatMap((step) => {
    const skill = language.skill(step.skill)
    return skill.candidates(step, observation).map((candidate) => {
      return { ...candidate, step, estimate: skill.estimate(candidate, observation) }
    })
  })
}
