import { animalSources } from '../knowledge/animals.ts'
import { harvestSources, minedItem } from '../knowledge/harvest.ts'
import type { Kinds } from '../knowledge/kinds.ts'
import { recipesOf } from '../knowledge/recipes.ts'
import { smeltingSources } from '../knowledge/smelting.ts'
import type { GoalSkill } from './goal.ts'
import type { Verb } from './repair-words.ts'

const isMined = (kinds: Kinds, item: string) => minedItem(kinds, item) !== undefined
const isHunted = (kinds: Kinds, item: string) => animalSources(kinds, item).length > 0
const isSmelted = (kinds: Kinds, item: string) => smeltingSources(kinds, item).length > 0
const isCrafted = (kinds: Kinds, item: string) => recipesOf(kinds, item).length > 0

/** Whether a verb can bring an item at all, or one that is often said for it. */
export function canBring(kinds: Kinds, verb: Verb, item: string): boolean {
  switch (verb) {
    case 'mine':
    case 'hunt':
    case 'shear':
      return isMined(kinds, item) || isHunted(kinds, item)
    case 'craft':
    case 'smelt':
      return isCrafted(kinds, item) || isSmelted(kinds, item)
    default:
      return true
  }
}

/** The skill by which an item is come by: what the world gives first, then furnace, then crafting. */
export function skillFor(kinds: Kinds, item: string): GoalSkill {
  if (harvestSources(kinds, item).length > 0) return 'mine'
  if (isHunted(kinds, item)) return 'hunt'
  if (isSmelted(kinds, item)) return 'smelt'
  return isCrafted(kinds, item) ? 'craft' : 'mine'
}

/** The skill of the verb, unless the thing can be had by another alone. */
export function fittingSkill(
  kinds: Kinds,
  verb: Exclude<Verb, 'nothing'>,
  item: string,
  tool: string | null,
): GoalSkill {
  const crafted = isCrafted(kinds, item)
  const smelted = isSmelted(kinds, item)
  if (verb === 'any') return skillFor(kinds, item)
  if (verb === 'craft' && smelted && (tool === 'furnace' || !crafted)) return 'smelt'
  if (verb === 'smelt' && crafted && !smelted) return 'craft'
  if (verb === 'mine' && isHunted(kinds, item) && !isMined(kinds, item)) return 'hunt'
  if (verb === 'hunt' && isMined(kinds, item) && !isHunted(kinds, item)) return 'mine'
  return verb
}
