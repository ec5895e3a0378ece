import type { GoalLanguage } from '../goal-language.ts'
import { ANY, NOTHING, type Verb } from './words.ts'

/** Whether a verb can bring an item at all, or one of the skills that are often confused with it. */
export function canBring(language: GoalLanguage, verb: Verb, item: string): boolean {
  if (verb === ANY || verb === NOTHING) return true
  const { group } = language.skill(verb)
  return group === 'body' || bringing(language, group, item).length > 0
}

/** The skill by which an item is obtained: what the world gives first, then furnace, then crafting. */
export function skillFor(language: GoalLanguage, item: string): string {
  const { registry, skills } = language
  const able = skills.find((skill) => skill.ways(registry, item, new Set()).length > 0)
  return (able ?? skills[0])?.name ?? ''
}

/** The skill of the verb, unless the thing can be had by another of the same group alone, or the tool says so. */
export function fittingSkill(
  language: GoalLanguage,
  verb: Verb,
  item: string,
  tool: string | null,
): string {
  if (verb === ANY) return skillFor(language, item)
  const able = bringing(language, language.skill(verb).group, item)
  const byStation = able.find((skill) => skill.station === tool)
  if (tool !== null && byStation) return byStation.name
  const [first] = able
  return able.some(({ name }) => name === verb) ? verb : (first?.name ?? verb)
}

/** Skills of a group that are of any use for an item. */
function bringing({ registry, skills }: GoalLanguage, group: string, item: string) {
  return skills.filter((skill) => skill.group === group && skill.brings(registry, item))
}
