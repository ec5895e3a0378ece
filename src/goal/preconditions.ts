import { animalSources, shearSources } from '../knowledge/animals.ts'
import { harvestSources, minedItem } from '../knowledge/harvest.ts'
import { countOf } from '../knowledge/item-tags.ts'
import { recipesOf } from '../knowledge/recipes.ts'
import type { Registry } from '../knowledge/registry.ts'
import { smeltingSources } from '../knowledge/smelting.ts'
import { servesAs, thrift } from '../knowledge/tools.ts'
import { craftingChoices, smeltingChoice } from './choices.ts'
import type { Goal, ItemCounts, Plan } from './goal.ts'

/** Why a goal cannot be tried now. The kinds are those of skills' failures, and `no-source`. */
export type Missing =
  | { readonly kind: 'missing-material' | 'no-fuel'; readonly item: string; readonly count: number }
  | { readonly kind: 'missing-tool'; readonly item: string }
  | { readonly kind: 'no-table' | 'no-furnace' }
  /** There is no recipe, no block and no animal for it at all: the goal can never be reached. */
  | { readonly kind: 'no-source'; readonly item: string }

/** What the agent may use besides its inventory. */
export interface Surroundings {
  /** Stations (`crafting_table`, `furnace`) that stand near. */
  readonly near: ReadonlySet<string>
}

const NOTHING_NEAR: Surroundings = { near: new Set() }

/** What an inventory lacks for a goal; empty when it can be tried now. */
export function missingFor(
  registry: Registry,
  goal: Goal,
  inventory: ItemCounts,
  surroundings: Surroundings = NOTHING_NEAR,
): Missing[] {
  const hasStation = (station: string) =>
    countOf(registry, inventory, station) > 0 || surroundings.near.has(station)
  switch (goal.skill) {
    case 'mine':
      return eachTarget(goal, (item) => missingForMining(registry, item, inventory))
    case 'hunt':
      return eachTarget(goal, (item) => noSource(item, animalSources(registry, item)))
    case 'shear':
      return [
        ...eachTarget(goal, (item) => noSource(item, shearSources(registry, item))),
        ...missingTool('shears', inventory),
      ]
    case 'craft':
      return missingForCrafting(registry, goal, inventory, hasStation)
    case 'smelt':
      return missingForSmelting(registry, goal, inventory, hasStation)
    case 'equip':
      return eachTarget(goal, (item) =>
        countOf(registry, inventory, item) > 0
          ? []
          : [{ kind: 'missing-material', item, count: 1 }],
      )
  }
}

/**
 * The goals of a plan that can be tried now (DEPS, section 3.3: those with the same precondition may
 * be done in any order): not reached yet, and their preconditions hold.
 * @param reached goals of the plan that are done.
 */
export function candidateGoals(
  registry: Registry,
  plan: Plan,
  inventory: ItemCounts,
  surroundings: Surroundings = NOTHING_NEAR,
  reached: ReadonlySet<Goal> = new Set(),
): Goal[] {
  return plan.filter(
    (goal) =>
      !reached.has(goal) && missingFor(registry, goal, inventory, surroundings).length === 0,
  )
}

/** One line for people and models: `needs 2 more planks, a stone_pickaxe`. */
export function missingText(missing: readonly Missing[]): string {
  return missing.map(missingPart).join(', ')
}

function missingPart(missing: Missing): string {
  switch (missing.kind) {
    case 'missing-material':
      return `needs ${missing.count} more ${missing.item}`
    case 'no-fuel':
      return `needs fuel such as ${missing.count} ${missing.item}`
    case 'missing-tool':
      return `needs a ${missing.item}`
    case 'no-table':
      return 'needs a crafting_table'
    case 'no-furnace':
      return 'needs a furnace'
    case 'no-source':
      return `there is no way to get ${missing.item} like this`
  }
}

function eachTarget(goal: Goal, check: (item: string) => Missing[]): Missing[] {
  return Object.keys(goal.target).flatMap(check)
}

function noSource(item: string, sources: readonly unknown[]): Missing[] {
  return sources.length > 0 ? [] : [{ kind: 'no-source', item }]
}

function missingTool(wanted: string, inventory: ItemCounts): Missing[] {
  const has = Object.keys(inventory).some(
    (item) => (inventory[item] ?? 0) > 0 && servesAs(item, wanted),
  )
  return has ? [] : [{ kind: 'missing-tool', item: wanted }]
}

function missingForMining(registry: Registry, name: string, inventory: ItemCounts): Missing[] {
  const item = minedItem(registry, name)
  if (!item) return [{ kind: 'no-source', item: name }]
  const tools = harvestSources(registry, item).map((source) => source.tool)
  const needed = tools.filter((tool) => tool !== null).sort((a, b) => thrift(a) - thrift(b))
  const [weakest] = needed
  if (needed.length < tools.length || !weakest) return []
  return needed.some((tool) => missingTool(tool, inventory).length === 0)
    ? []
    : [{ kind: 'missing-tool', item: weakest }]
}

function missingForCrafting(
  registry: Registry,
  goal: Goal,
  inventory: ItemCounts,
  hasStation: (station: string) => boolean,
): Missing[] {
  const [target = ''] = Object.keys(goal.target)
  const recipes = recipesOf(registry, target)
  if (recipes.length === 0) return [{ kind: 'no-source', item: target }]
  const choice = craftingChoices(registry, goal, inventory)
  const missing: Missing[] = choice.ok
    ? []
    : Object.entries(choice.missing).map(([item, count]) => ({
        kind: 'missing-material',
        item,
        count,
      }))
  const needsTable = choice.ok ? choice.needsTable : recipes.every((recipe) => recipe.needsTable)
  if (needsTable && !hasStation('crafting_table')) missing.push({ kind: 'no-table' })
  return missing
}

function missingForSmelting(
  registry: Registry,
  goal: Goal,
  inventory: ItemCounts,
  hasStation: (station: string) => boolean,
): Missing[] {
  const [target = ''] = Object.keys(goal.target)
  if (smeltingSources(registry, target).length === 0) return [{ kind: 'no-source', item: target }]
  const choice = smeltingChoice(registry, goal, inventory)
  const missing: Missing[] = choice.ok
    ? []
    : Object.entries(choice.missing).map(([item, count]) => ({
        kind: choice.isFuel ? 'no-fuel' : 'missing-material',
        item,
        count,
      }))
  if (!hasStation('furnace')) missing.push({ kind: 'no-furnace' })
  return missing
}
