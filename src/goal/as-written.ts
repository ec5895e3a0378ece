import { countOf, tagMembers } from '#knowledge/item-tags'
import type { Registry } from '#knowledge/registry'
import { fuelTicks } from '#knowledge/smelting'
import { satisfies } from '#knowledge/tools'
import { withArticle } from '#wire/wording'
import type { Goal, ItemCounts } from './goal.ts'
import type { GoalLanguage } from './goal-language.ts'
import type { FailureKind } from './outcome.ts'
import type { Recipe } from './skill-spec.ts'

/** A mistake in a goal as written, by the rules of the game. */
export interface Mistake {
  /** The failure it causes where goals are executed strictly as written. */
  readonly kind: FailureKind
  /** A line for people and models. */
  readonly detail: string
}

/**
 * Finds mistakes in a goal as written: materials that no recipe uses, too few materials, an unsuitable tool or a wrong
 * station. A goal may leave all materials, the fuel or the station to its skill by not naming them. A goal whose skill
 * cannot obtain the item has no mistake in this sense: it fails anyway.
 * @returns the first mistake against the recipe with the fewest mistakes; null when there is none.
 */
export function mistakeIn(language: GoalLanguage, goal: Goal): Mistake | null {
  const { registry } = language
  const skill = language.skill(goal.skill)
  const isBare = goal.tool === null && Object.keys(goal.using).length === 0
  if (isBare && skill.takesMaterials) return null
  for (const [item, count] of Object.entries(goal.target)) {
    const exact = tagMembers(registry, item)
    const recipes = [item, ...exact].flatMap((name) => skill.recipes(registry, name, new Set()))
    const [best] = recipes
      .map((recipe) => mistakesAgainst(recipe, item, count, goal, registry))
      .sort((a, b) => a.length - b.length)
    if (best?.[0]) return best[0]
  }
  return null
}

function mistakesAgainst(
  recipe: Recipe,
  item: string,
  count: number,
  { using, tool }: Goal,
  registry: Registry,
): Mistake[] {
  const mistakes: Mistake[] = []
  const runs = Math.ceil(count / recipe.makes)
  const namesMaterials = Object.keys(using).length > 0
  const isIngredient = (name: string) =>
    Object.keys(recipe.uses).some((ingredient) => isSame(registry, name, ingredient))
  for (const [ingredient, each] of Object.entries(namesMaterials ? recipe.uses : {})) {
    const named = countNamed(registry, using, ingredient)
    if (named < each * runs)
      mistakes.push({
        kind: 'missing-material',
        detail: `${item} needs ${ingredient}: ${each * runs - named} more than the goal names`,
      })
  }
  const others = Object.keys(using).filter((name) => !isIngredient(name))
  const isFuel = (name: string) => recipe.burnTicks > 0 && burnTicks(registry, name) > 0
  const stray = others.find((name) => !isFuel(name))
  if (stray !== undefined)
    mistakes.push({ kind: 'missing-material', detail: `${item} is not made of ${stray}` })
  const burning = Object.entries(using)
    .map(([name, number]) => burnTicks(registry, name) * fuelCount(recipe, name, number, runs))
    .reduce((sum, ticks) => sum + ticks, 0)
  if (burning > 0 && burning < recipe.burnTicks * count)
    mistakes.push({ kind: 'no-fuel', detail: `${item} needs more fuel than the goal names` })
  if (recipe.tool !== null && !(tool !== null && satisfies(tool, recipe.tool)))
    mistakes.push({
      kind: stationFailure(recipe.tool),
      detail: `${item} needs ${withArticle(recipe.tool)}, and the goal names ${tool ?? 'nothing'}`,
    })
  return mistakes
}

/** How many of a material are left to burn: smelting inputs do not count. */
function fuelCount({ uses }: Recipe, name: string, number: number, runs: number): number {
  return Math.max(0, number - (uses[name] ?? 0) * runs)
}

function burnTicks(registry: Registry, name: string): number {
  return Math.max(0, ...tagMembers(registry, name).map((member) => fuelTicks(registry, member)))
}

function stationFailure(tool: string): FailureKind {
  if (tool === 'crafting_table') return 'no-table'
  return tool === 'furnace' ? 'no-furnace' : 'missing-tool'
}

/** A goal may name a tag (`planks`) where a recipe names a member of it, and vice versa. */
function isSame(registry: Registry, name: string, ingredient: string): boolean {
  return (
    name === ingredient ||
    tagMembers(registry, ingredient).includes(name) ||
    tagMembers(registry, name).includes(ingredient)
  )
}

function countNamed(registry: Registry, using: ItemCounts, ingredient: string): number {
  return Object.entries(using)
    .filter(([name]) => isSame(registry, name, ingredient))
    .reduce((sum, [, count]) => sum + count, 0)
}

/** The first material of which the inventory holds less than the goal names; null when it holds enough of each. */
export function unheld(
  registry: Registry,
  { target, using }: Goal,
  inventory: ItemCounts,
): Mistake | null {
  const things = Object.keys(target).join(' and ')
  for (const [name, count] of Object.entries(using)) {
    const more = count - countOf(registry, inventory, name)
    if (more > 0)
      return { kind: 'missing-material', detail: `${things} needs ${name}: ${more} more` }
  }
  return null
}
