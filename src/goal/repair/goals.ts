import type { GoalLanguage } from '../goal-language.ts'
import { repairName } from './names.ts'
import { skillFor } from './ways.ts'
import { ANY, findVerb, NOTHING, wordsOf } from './words.ts'

/** Longest line that is read (characters). */
const MAX_TEXT = 80

/** The goal that a text comes nearest to, when at least its thing can be told. */
export function nearestGoal(
  language: GoalLanguage,
  text: string,
): { skill: string; item: string } | undefined {
  const words = wordsOf(text.slice(0, MAX_TEXT))
  const verbs = words.map((word) => findVerb(language, word)).filter((verb) => verb !== undefined)
  if (verbs.length > 0 && verbs.every((verb) => verb === NOTHING)) return undefined
  const rest = words.filter((word) => findVerb(language, word) === undefined && !/^\d+$/.test(word))
  const verb = verbs.find((found) => found !== NOTHING && found !== ANY)
  const item = repairName(language, rest.join(' '), verb)
  return item ? { skill: verb ?? skillFor(language, item), item } : undefined
}
