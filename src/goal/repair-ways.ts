import { animalSources } from '../knowledge/animals.ts'
import { harvestSources, minedItem } from '../knowledge/harvest.ts'
import { recipesOf } from '../knowledge/recipes.ts'
import type { Registry } from '../knowledge/registry.ts'
import { smeltingSources } from '../knowledge/smelting.ts'
import type { GoalSkill } from './goal.ts'
import type { Verb } from './repair-words.ts'

const isMined = (registry: Registry, item: string) => minedItem(registry, item) !== undefined
const isHunted = (registry: Registry, item: string) => animalSources(registry, item).length > 0
const isSmelted = (registry: Registry, item: string) => smeltingSources(registry, item).length > 0
const isCrafted = (registry: Registry, item: string) => recipesOf(registry, item).length > 0

/** Whether a verb can bring an item at all, or one that is often said for it. */
export function canBring(registry: Registry, verb: Verb, item: string): boolean {
  switch (verb) {
    case 'mine':
    case 'hunt':
    case 'shear':
      return isMined(registry, item) || isHunted(registry, item)
    case 'craft':
    case 'smelt':
      return isCrafted(registry, item) || isSmelted(registry, item)
    default:
      return true
  }
}

/** The skill by which an item is come by: what the world gives first, then furnace, then crafting. */
export function skillFor(registry: Registry, item: string): GoalSkill {
  if (harvestSources(registry, item).length > 0) return 'mine'
  if (isHunted(registry, item)) return 'hunt'
  if (isSmelted(registry, item)) return 'smelt'
  return isCrafted(registry, item) ? 'craft' : 'mine'
}

/** The skill of the verb, unless the thing can be had by another alone. */
export function fittingSkill(
  registry: Registry,
  verb: Exclude<Verb, 'nothing'>,
  item: string,
  tool: string | null,
): GoalSkill {
  const crafted = isCrafted(registry, item)
  const smelted = isSmelted(registry, item)
  if (verb === 'any') return skillFor(registry, item)
  if (verb === 'craft' && smelted && (tool === 'furnace' || !crafted)) return 'smelt'
  if (verb === 'smelt' && crafted && !smelted) return 'craft'
  if (verb === 'mine' && isHunted(registry, item) && !isMined(registry, item)) return 'hunt'
  if (verb === 'hunt' && isMined(registry, item) && !isHunted(registry, item)) return 'mine'
  return verb
}
