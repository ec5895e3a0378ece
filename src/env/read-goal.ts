import { alternativesOf } from '#goal/alternatives'
import type { Goal } from '#goal/goal'
import type { GoalLanguage } from '#goal/goal-language'
import { parsePlan } from '#goal/parse'
import { repairGoals, repairPlan } from '#goal/repair/repair'
import type { GoalParts } from './requests.ts'

export type ReadGoal =
  | { readonly ok: true; readonly goal: Goal }
  | { readonly ok: false; readonly message: string }

/**
 * Reads the goal of a step, in the goal language or by its parts. Names of items are resolved as in the plans of language
 * models; the syntax is strict, because a client writes it.
 */
export function readGoal(language: GoalLanguage, given: string | GoalParts): ReadGoal {
  if (typeof given !== 'string') {
    const { skill, target, materials, tool } = given
    if (!language.hasSkill(skill)) return wrong(`no skill '${skill}': ${language.names.join(', ')}`)
    const listed = { skill, target: pairs(target), using: pairs(materials), tool, or: [] }
    return oneOf(repairGoals(language, [listed]))
  }
  const parsed = parsePlan(language, given)
  if (!parsed.ok) return wrong(`column ${parsed.error.column}: ${parsed.error.message}`)
  const [step, ...others] = parsed.goals
  if (!step || others.length > 0 || alternativesOf(step).length > 1)
    return wrong('a step has one goal, such as mine({log:3}, null)')
  return oneOf(repairPlan(language, given))
}

function oneOf(read: ReturnType<typeof repairPlan>): ReadGoal {
  if (!read.ok) return wrong(read.error.message)
  const [goal] = read.goals
  const [problem] = read.problems
  if (!goal || problem !== undefined) return wrong(problem ?? 'there is no goal')
  return { ok: true, goal }
}

function wrong(message: string): ReadGoal {
  return { ok: false, message }
}

function pairs(counts: GoalParts['target']) {
  return Object.entries(counts).map(([item, count]) => ({ item, count }))
}
