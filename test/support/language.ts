import type { Goal, Plan } from '#goal/goal'
import { parsePlan } from '#goal/parse'
import { registryFor } from '#knowledge/registry'
import { goalLanguage, type SkillLanguage } from '#skills/library'

/** The version that tests play when they do not care which. */
export const VERSION = '1.16.5'
export const registry = registryFor(VERSION)
/** The goal language of that version over all goal skills. */
export const language = goalLanguage(registry)

export function languageOf(version: string): SkillLanguage {
  return goalLanguage(registryFor(version))
}

/** A plan as it is written in the goal language. */
export function planOf(text: string): Plan {
  const parsed = parsePlan(language, text)
  if (!parsed.ok) throw new Error(`${text}: ${parsed.error.message}`)
  return parsed.goals
}

/** The first goal of such a text. */
export function goalOf(text: string): Goal {
  const [first] = planOf(text)
  if (!first) throw new Error(`no goal in ${text}`)
  return first
}
