import { animalSources } from '../knowledge/animals.ts'
import { harvestSources, minedItem } from '../knowledge/harvest.ts'
import type { Kinds } from '../knowledge/kinds.ts'
import { recipesOf } from '../knowledge/recipes.ts'
import { smeltingSources } from '../knowledge/smelting.ts'
import type { GoalSkill } from './goal.ts'
import { repairName } from './repair-names.ts'
import { findVerb, type Verb, wordsOf } from './repair-words.ts'

/** Longest line that is read (characters). */
const MAX_TEXT = 80

/** The skill by which an item is come by: what the world gives first, then furnace, then crafting. */
export function skillFor(kinds: Kinds, item: string): GoalSkill {
  if (harvestSources(kinds, item).length > 0) return 'mine'
  if (animalSources(kinds, item).length > 0) return 'hunt'
  if (smeltingSources(kinds, item).length > 0) return 'smelt'
  return recipesOf(kinds, item).length > 0 ? 'craft' : 'mine'
}

/** The goal that a text comes nearest to, when at least its thing can be told. */
export function nearestGoal(
  kinds: Kinds,
  text: string,
): { skill: GoalSkill; item: string } | undefined {
  const words = wordsOf(text.slice(0, MAX_TEXT))
  const verbs = words.map(findVerb).filter((verb) => verb !== undefined)
  if (verbs.length > 0 && verbs.every((verb) => verb === 'nothing')) return undefined
  const rest = words.filter((word) => findVerb(word) === undefined && !/^\d+$/.test(word))
  const item = repairName(kinds, rest.join(' '))
  if (!item) return undefined
  const verb = verbs.find((found) => found !== 'nothing' && found !== 'any')
  return { skill: verb ?? skillFor(kinds, item), item }
}

/** The skill of the verb, unless the thing can be had by another alone. */
export function fittingSkill(
  kinds: Kinds,
  verb: Exclude<Verb, 'nothing'>,
  item: string,
  tool: string | null,
): GoalSkill {
  if (verb === 'any') return skillFor(kinds, item)
  const isHunted = animalSources(kinds, item).length > 0
  const isMined = minedItem(kinds, item) !== undefined
  const isSmelted = smeltingSources(kinds, item).length > 0
  const isCrafted = recipesOf(kinds, item).length > 0
  if (verb === 'craft' && isSmelted && (tool === 'furnace' || !isCrafted)) return 'smelt'
  if (verb === 'smelt' && isCrafted && !isSmelted) return 'craft'
  if (verb === 'mine' && isHunted && !isMined) return 'hunt'
  if (verb === 'hunt' && isMined && !isHunted) return 'mine'
  return verb
}
