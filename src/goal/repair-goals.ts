import type { Registry } from '../knowledge/registry.ts'
import type { GoalSkill } from './goal.ts'
import { repairName } from './repair-names.ts'
import { skillFor } from './repair-ways.ts'
import { findVerb, wordsOf } from './repair-words.ts'

/** Longest line that is read (characters). */
const MAX_TEXT = 80

/** The goal that a text comes nearest to, when at least its thing can be told. */
export function nearestGoal(
  registry: Registry,
  text: string,
): { skill: GoalSkill; item: string } | undefined {
  const words = wordsOf(text.slice(0, MAX_TEXT))
  const verbs = words.map(findVerb).filter((verb) => verb !== undefined)
  if (verbs.length > 0 && verbs.every((verb) => verb === 'nothing')) return undefined
  const rest = words.filter((word) => findVerb(word) === undefined && !/^\d+$/.test(word))
  const verb = verbs.find((found) => found !== 'nothing' && found !== 'any')
  const item = repairName(registry, rest.join(' '), verb)
  return item ? { skill: verb ?? skillFor(registry, item), item } : undefined
}
