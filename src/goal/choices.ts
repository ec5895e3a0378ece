import { countOf, tagMembers } from '#knowledge/item-tags'
import { type ConcreteRecipe, concreteRecipes, recipesOf } from '#knowledge/recipes'
import type { Registry } from '#knowledge/registry'
import { fuelTicks, SMELTING_TICKS, smeltingSources } from '#knowledge/smelting'
import type { Goal, ItemCounts } from './goal.ts'

/** A recipe, and how many times to run it. */
export interface CraftingRun {
  readonly recipe: ConcreteRecipe
  readonly times: number
}

export type CraftingChoice =
  | { readonly ok: true; readonly runs: readonly CraftingRun[]; readonly needsTable: boolean }
  | {
      readonly ok: false
      /** The materials missing for the recipe that needs the fewest more; empty when there is no recipe. */
      readonly missing: ItemCounts
    }

/**
 * The exact recipes to run for a crafting goal with what is in the inventory.
 *
 * A tag in a goal (`craft({wooden_door:3}, {planks:6}, ...)`) means one variant within each run of
 * the recipe; several runs may use different variants. Of the variants that suffice, the smallest stock is used first, so
 * that large stocks stay whole. Materials that the goal names are preferred; others are used only where those do not
 * suffice.
 */
export function craftingChoices(
  registry: Registry,
  goal: Goal,
  inventory: ItemCounts,
): CraftingChoice {
  const stock = new Map(Object.entries(inventory))
  const runs: CraftingRun[] = []
  for (const [item, count] of Object.entries(goal.target)) {
    const recipes = tagMembers(registry, item).flatMap((member) =>
      concreteRecipes(registry, member),
    )
    const named = recipes.filter((recipe) => usesOnly(registry, recipe, goal.using))
    const chosen = chooseRuns(named, count, stock) ?? chooseRuns(recipes, count, stock)
    if (!chosen) return { ok: false, missing: lacking(registry, item, count, goal.using, stock) }
    runs.push(...chosen)
  }
  return { ok: true, runs, needsTable: runs.some(({ recipe }) => recipe.needsTable) }
}

function usesOnly(registry: Registry, recipe: ConcreteRecipe, using: ItemCounts): boolean {
  const named = new Set(Object.keys(using).flatMap((name) => tagMembers(registry, name)))
  return Object.keys(recipe.ingredients).every((name) => named.has(name))
}

/** Removes what the runs use from the stock; an insufficient stock stays unchanged. */
function chooseRuns(
  recipes: readonly ConcreteRecipe[],
  count: number,
  stock: Map<string, number>,
): CraftingRun[] | undefined {
  const left = new Map(stock)
  const runs: CraftingRun[] = []
  let made = 0
  while (made < count) {
    const options = recipes
      .map((recipe) => ({ recipe, possible: possibleTimes(recipe, left) }))
      .filter(({ possible }) => possible > 0)
      .map((option) => {
        const wanted = Math.ceil((count - made) / option.recipe.makes)
        return { ...option, times: Math.min(option.possible, wanted), wanted }
      })
    const [best] = options.sort(
      (a, b) =>
        b.times / b.wanted - a.times / a.wanted || a.wanted - b.wanted || a.possible - b.possible,
    )
    if (!best) return undefined
    for (const [name, number] of Object.entries(best.recipe.ingredients))
      left.set(name, (left.get(name) ?? 0) - number * best.times)
    runs.push({ recipe: best.recipe, times: best.times })
    made += best.times * best.recipe.makes
  }
  for (const [name, number] of left) stock.set(name, number)
  return runs
}

function possibleTimes(recipe: ConcreteRecipe, stock: ReadonlyMap<string, number>): number {
  const times = Object.entries(recipe.ingredients).map(([name, number]) =>
    Math.floor((stock.get(name) ?? 0) / number),
  )
  return Math.min(...times)
}

/** The materials missing for the recipe that needs the fewest more; recipes of named materials come first. */
function lacking(
  registry: Registry,
  item: string,
  count: number,
  using: ItemCounts,
  stock: ReadonlyMap<string, number>,
): ItemCounts {
  const inventory = Object.fromEntries(stock)
  const options = recipesOf(registry, item).map((recipe) => {
    const times = Math.ceil(count / recipe.makes)
    const missing: Record<string, number> = {}
    for (const [name, number] of Object.entries(recipe.ingredients)) {
      const short = shortage(registry, inventory, name, number, times)
      if (short > 0) missing[name] = short
    }
    const isNamed = Object.keys(recipe.ingredients).every((name) => name in using)
    return { missing, isNamed, sum: Object.values(missing).reduce((a, b) => a + b, 0) }
  })
  options.sort((a, b) => Number(b.isNamed) - Number(a.isNamed) || a.sum - b.sum)
  return options[0]?.missing ?? {}
}

/** How many more items are needed so that each run can use a single variant; at most 0 when there are enough. */
function shortage(
  registry: Registry,
  inventory: ItemCounts,
  name: string,
  perRun: number,
  times: number,
): number {
  const stocks = tagMembers(registry, name).map((member) => inventory[member] ?? 0)
  const possible = stocks.reduce((sum, stock) => sum + Math.floor(stock / perRun), 0)
  const leftover = Math.max(...stocks.map((stock) => stock % perRun))
  return (times - possible) * perRun - leftover
}

/** The contents of a furnace for a smelting goal. */
export type SmeltingChoice =
  | {
      readonly ok: true
      readonly input: string
      readonly count: number
      readonly fuel: string
      readonly fuelCount: number
    }
  | { readonly ok: false; readonly missing: ItemCounts; readonly isFuel: boolean }

/** Fuels that a plan may burn, the preferred first. */
export const FUELS = ['coal', 'charcoal', 'planks', 'log', 'stick'] as const

/**
 * The exact input and fuel for a smelting goal, from the inventory. Kinds that the goal names are preferred. The fuel is of
 * one kind.
 */
export function smeltingChoice(
  registry: Registry,
  goal: Goal,
  inventory: ItemCounts,
): SmeltingChoice {
  const [[item, count] = ['', 0]] = Object.entries(goal.target)
  const inputs = tagMembers(registry, item).flatMap((member) => smeltingSources(registry, member))
  const named = (name: string) => (countOf(registry, goal.using, name) > 0 ? 1 : 0)
  const input = inputs
    .filter((name) => (inventory[name] ?? 0) >= count)
    .sort((a, b) => named(b) - named(a))[0]
  if (!input) {
    const [wanted = inputs[0]] = inputs.filter((name) => named(name) > 0)
    const missing = wanted ? { [wanted]: count - (inventory[wanted] ?? 0) } : {}
    return { ok: false, missing, isFuel: false }
  }
  const rest = { ...inventory, [input]: (inventory[input] ?? 0) - count }
  const isNamedFuel = (name: string) =>
    Object.keys(goal.using).some((key) => key !== input && tagMembers(registry, key).includes(name))
  const fuels = FUELS.flatMap((fuel) => tagMembers(registry, fuel))
    .map((fuel) => ({ fuel, fuelCount: fuelNeeded(registry, fuel, count) }))
    .filter(({ fuel, fuelCount }) => (rest[fuel] ?? 0) >= fuelCount)
    .sort((a, b) => Number(isNamedFuel(b.fuel)) - Number(isNamedFuel(a.fuel)))
  const [best] = fuels
  if (best) return { ok: true, input, count, ...best }
  return { ok: false, missing: { coal: fuelNeeded(registry, 'coal', count) }, isFuel: true }
}

/** The number of fuel items (of a kind or tag) that smelt a number of items; Infinity for what does not burn. */
export function fuelNeeded(registry: Registry, fuel: string, items: number): number {
  const ticks = Math.max(...tagMembers(registry, fuel).map((member) => fuelTicks(registry, member)))
  return Math.ceil((items * SMELTING_TICKS) / ticks)
}
