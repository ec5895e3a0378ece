import type { Recipe, RecipeItem } from 'minecraft-data'
import { hasTag, isTag, tagMembers, tagOf } from './item-tags.ts'
import { perVersion } from './per-version.ts'
import type { Registry } from './registry.ts'

/** One recipe of the game, with an exact item in each slot. */
export interface ConcreteRecipe {
  /** The exact result. */
  readonly item: string
  /** Number of items per run. */
  readonly makes: number
  /** Exact items that one run consumes. */
  readonly ingredients: Readonly<Record<string, number>>
  /** The crafting grid by rows; null for an empty slot. Shapeless recipes fill it in reading order. */
  readonly grid: readonly (readonly (string | null)[])[]
  /** Whether the recipe needs the 3x3 grid of a crafting table. */
  readonly needsTable: boolean
}

/**
 * A recipe merged from those that differ only in the variant of wood or colour. A tag as an ingredient means any one variant,
 * the same for all its items in one run.
 */
export interface CraftingRecipe {
  readonly makes: number
  /** Tags or items that one run consumes. */
  readonly ingredients: Readonly<Record<string, number>>
  readonly needsTable: boolean
  readonly concrete: readonly ConcreteRecipe[]
}

interface Cache {
  readonly concrete: Map<string, readonly ConcreteRecipe[]>
  readonly merged: Map<string, readonly CraftingRecipe[]>
  /** Variants of items that share one id before 1.13. */
  readonly variants: Map<number, string[]>
}

const cacheOf = perVersion((registry): Cache => {
  const variants = new Map<number, string[]>()
  for (const name of registry.itemNames) {
    const { id } = registry.itemKey(name)
    variants.set(id, [...(variants.get(id) ?? []), name])
  }
  return { concrete: new Map(), merged: new Map(), variants }
})

/** All exact recipes of an item; empty for an unknown item. */
export function concreteRecipes(registry: Registry, item: string): readonly ConcreteRecipe[] {
  const cache = cacheOf(registry)
  const known = cache.concrete.get(item)
  if (known) return known
  const recipes = registry.hasItem(item) ? readRecipes(registry, item, cache.variants) : []
  cache.concrete.set(item, recipes)
  return recipes
}

/** Recipes of an item or tag, merged over variants. */
export function recipesOf(registry: Registry, tagOrItem: string): readonly CraftingRecipe[] {
  const cache = cacheOf(registry)
  const known = cache.merged.get(tagOrItem)
  if (known) return known
  const recipes = mergeRecipes(registry, tagOrItem)
  cache.merged.set(tagOrItem, recipes)
  return recipes
}

function readRecipes(
  registry: Registry,
  item: string,
  variants: ReadonlyMap<number, string[]>,
): ConcreteRecipe[] {
  const key = registry.itemKey(item)
  const recipes: ConcreteRecipe[] = []
  for (const recipe of registry.data.recipes[key.id] ?? []) {
    const result = itemOf(recipe.result)
    if ((result.metadata ?? 0) !== key.metadata) continue
    for (const grid of fillings(registry, gridOf(recipe), variants)) {
      const ingredients: Record<string, number> = {}
      for (const name of grid.flat()) if (name) ingredients[name] = (ingredients[name] ?? 0) + 1
      const needsTable = grid.length > 2 || grid.some((row) => row.length > 2)
      recipes.push({ item, makes: result.count ?? 1, ingredients, grid, needsTable })
    }
  }
  return recipes
}

type Slot = { id: number; metadata?: number | undefined } | null

function itemOf(item: RecipeItem): { id: number; metadata?: number; count?: number } {
  if (typeof item === 'number') return { id: item }
  if (Array.isArray(item)) return { id: item[0] ?? 0, metadata: item[1] ?? 0 }
  return item as { id: number; metadata?: number; count?: number }
}

function slotOf(item: RecipeItem | null | undefined): Slot {
  if (item === null || item === undefined) return null
  const { id, metadata } = itemOf(item)
  return id < 0 ? null : { id, metadata }
}

function gridOf(recipe: Recipe): Slot[][] {
  if ('inShape' in recipe) return recipe.inShape.map((row) => row.map(slotOf))
  const slots = recipe.ingredients.map(slotOf)
  const width = slots.length > 4 ? 3 : Math.min(2, slots.length)
  return Array.from({ length: Math.ceil(slots.length / width) }, (_, row) =>
    slots.slice(row * width, (row + 1) * width),
  )
}

/**
 * The exact grids for a grid of item ids. An id without metadata means any of its variants, the same one in each slot.
 */
function fillings(
  registry: Registry,
  grid: Slot[][],
  variants: ReadonlyMap<number, string[]>,
): (string | null)[][][] {
  const open = new Set<number>()
  for (const slot of grid.flat()) {
    if (slot && slot.metadata === undefined && (variants.get(slot.id)?.length ?? 0) > 1)
      open.add(slot.id)
  }
  let choices: Map<number, string>[] = [new Map()]
  for (const id of open) {
    const names = variants.get(id) ?? []
    choices = choices.flatMap((choice) => names.map((name) => new Map(choice).set(id, name)))
  }
  return choices.map((choice) =>
    grid.map((row) =>
      row.map((slot) => {
        if (!slot) return null
        const name = slot.metadata === undefined ? choice.get(slot.id) : undefined
        return name ?? registry.itemName({ type: slot.id, metadata: slot.metadata ?? 0 })
      }),
    ),
  )
}

function mergeRecipes(registry: Registry, tagOrItem: string): CraftingRecipe[] {
  const groups = new Map<string, ConcreteRecipe[]>()
  for (const item of tagMembers(registry, tagOrItem)) {
    for (const recipe of concreteRecipes(registry, item)) {
      // Dyeing a bed needs a bed, so it is not a source of beds.
      const names = Object.keys(recipe.ingredients)
      if (names.some((name) => hasTag(registry, name, tagOrItem))) continue
      const key = JSON.stringify([recipe.makes, recipe.needsTable, lifted(registry, names, recipe)])
      groups.set(key, [...(groups.get(key) ?? []), recipe])
    }
  }
  return [...groups.values()].map((group) =>
    mergeGroup(registry, group, isTag(registry, tagOrItem)),
  )
}

/** The ingredients of a recipe in a fixed order, with variants replaced by their tag. */
function lifted(registry: Registry, names: readonly string[], recipe: ConcreteRecipe) {
  return names
    .map((name) => [tagOf(registry, name) ?? name, recipe.ingredients[name] ?? 0] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

function mergeGroup(registry: Registry, group: ConcreteRecipe[], ofTag: boolean): CraftingRecipe {
  const variants = new Map<string, Set<string>>()
  const counts = new Map<string, number>()
  for (const recipe of group) {
    for (const [name, count] of Object.entries(recipe.ingredients)) {
      const tag = tagOf(registry, name) ?? name
      variants.set(tag, (variants.get(tag) ?? new Set()).add(name))
      counts.set(tag, count)
    }
  }
  const ingredients: Record<string, number> = {}
  for (const [tag, names] of variants) {
    const [only = tag] = names
    const isOpen = names.size > 1 || (ofTag && isTag(registry, tag))
    ingredients[isOpen ? tag : only] = counts.get(tag) ?? 0
  }
  const [first] = group
  return {
    makes: first?.makes ?? 1,
    ingredients,
    needsTable: first?.needsTable ?? false,
    concrete: group,
  }
}
