import { concreteRecipes } from '#knowledge/recipes'
import { type Registry, registryFor } from '#knowledge/registry'
import { OPEN_TAGS, RECIPE_GROUPS, recipeTags, type Tag } from './tags.ts'

/** Counts of items or tags. */
export type Counts = ReadonlyMap<string, number>

/** A recipe, which is one crafting command. */
export interface Recipe {
  readonly item: string
  readonly makes: number
  /** Items, and tags where the recipe accepts any variant. */
  readonly ingredients: Counts
}

/** The Minecraft version whose recipes the game uses (ADaPT, appendix E). */
export const TEXTCRAFT_VERSION = '1.16.5'

/** Items that the game ignores: of several items for one slot without a tag, the game uses only the first. */
const SECOND_CHOICES: Readonly<Record<string, readonly string[]>> = {
  torch: ['charcoal'],
  soul_torch: ['charcoal'],
  fire_charge: ['charcoal'],
  tnt: ['red_sand'],
  sandstone_slab: ['chiseled_sandstone'],
  sandstone_stairs: ['chiseled_sandstone', 'cut_sandstone'],
  red_sandstone_slab: ['chiseled_red_sandstone'],
  red_sandstone_stairs: ['chiseled_red_sandstone', 'cut_red_sandstone'],
  purpur_slab: ['purpur_pillar'],
  purpur_stairs: ['purpur_pillar'],
  quartz_slab: ['quartz_block', 'quartz_pillar'],
  quartz_stairs: ['quartz_block', 'quartz_pillar'],
}

/** Of each pair of inverse recipes, the game omits the recipe that makes the key from the value. */
const UNDOING: Readonly<Record<string, string>> = {
  iron_ingot: 'iron_nugget',
  gold_ingot: 'gold_nugget',
  honey_block: 'honey_bottle',
}

/**
 * The recipes and items of TextCraft: the crafting recipes of Minecraft 1.16.5, without recipes that take a block apart
 * (coal from a block of coal) and without inverse recipes. A player can `get` an item that is in a recipe and that no
 * recipe makes, whatever commands the task lists.
 */
export class Rulebook {
  readonly #recipes = new Map<string, Recipe[]>()
  readonly #named = new Set<string>()
  readonly #members = new Map<string, readonly string[]>()
  readonly #depths = new Map<string, number>()
  readonly #uses = new Map<string, ReadonlySet<string>>()

  constructor(registry: Registry = registryFor(TEXTCRAFT_VERSION)) {
    const tags = recipeTags(registry)
    for (const { name, members } of tags) {
      const isMember = OPEN_TAGS[name]
      if (isMember) this.#members.set(name, members.filter(isMember))
    }
    for (const item of registry.itemNames)
      for (const recipe of recipesWithTags(registry, item, tags)) this.#add(recipe)
  }

  /** Recipes for an item, or for any member of an open tag. */
  recipesFor(name: string): readonly Recipe[] {
    return this.membersOf(name).flatMap((item) => this.#recipes.get(item) ?? [])
  }

  /** The members of an open tag; for other names, the item itself. */
  membersOf(name: string): readonly string[] {
    return this.#members.get(name) ?? [name]
  }

  /** Whether a name is a group of items and not an item. */
  isTag(name: string): boolean {
    return RECIPE_GROUPS.has(name)
  }

  /** Whether a player can `get` an item. */
  canBeGot(name: string): boolean {
    return this.#named.has(name) && !this.isTag(name) && !this.#recipes.has(name)
  }

  /** The recipe that makes an item from exactly these ingredients, each of one variant. */
  match(item: string, given: readonly Ingredient[]): Recipe | undefined {
    return this.#recipes.get(item)?.find((recipe) => {
      const left = [...given]
      for (const [name, count] of recipe.ingredients) {
        const members = this.membersOf(name)
        const index = left.findIndex((input) => members.includes(input.name))
        if (left[index]?.count !== count) return false
        left.splice(index, 1)
      }
      return left.length === 0
    })
  }

  /** Depth of the shortest recipe tree: 0 for an item that a player can `get` (ADaPT, section 4.1). */
  depthOf(name: string): number {
    const known = this.#depths.get(name)
    if (known !== undefined) return known
    const depths = this.recipesFor(name).map(
      ({ ingredients }) =>
        1 + Math.max(...[...ingredients.keys()].map((part) => this.depthOf(part))),
    )
    const depth = depths.length > 0 ? Math.min(...depths) : 0
    this.#depths.set(name, depth)
    return depth
  }

  /** Whether making one item, by any recipe, may consume another. */
  mayUse(made: string, used: string): boolean {
    const uses = this.#usesOf(made)
    return [used, ...this.membersOf(used)].some((name) => uses.has(name))
  }

  /** The ingredients of an item, their members, and recursively the ingredients of both. */
  #usesOf(name: string): ReadonlySet<string> {
    const known = this.#uses.get(name)
    if (known) return known
    const uses = new Set<string>()
    for (const { ingredients } of this.recipesFor(name)) {
      for (const part of ingredients.keys())
        for (const used of [part, ...this.membersOf(part), ...this.#usesOf(part)]) uses.add(used)
    }
    this.#uses.set(name, uses)
    return uses
  }

  #add(recipe: Recipe): void {
    const ingredients = [...recipe.ingredients.keys()]
    for (const name of [recipe.item, ...ingredients]) this.#named.add(name)
    const takesApart = ingredients.length === 1 && ingredients[0]?.endsWith('_block')
    if (takesApart || ingredients.includes(UNDOING[recipe.item] ?? '')) return
    this.#recipes.set(recipe.item, [...(this.#recipes.get(recipe.item) ?? []), recipe])
  }
}

/** An item for a recipe, with its count. */
export interface Ingredient {
  readonly name: string
  readonly count: number
}

/** The recipes of one item, with tags in place of variants. */
function recipesWithTags(registry: Registry, item: string, tags: readonly Tag[]): Recipe[] {
  const secondChoices = SECOND_CHOICES[item] ?? []
  const concrete = concreteRecipes(registry, item)
  const grids = new Set(concrete.map(({ grid }) => gridText(grid)))
  const byText = new Map<string, Recipe>()
  for (const { makes, ingredients, grid } of concrete) {
    if (secondChoices.some((name) => name in ingredients)) continue
    const isOpen = (name: string, { members, makes: only }: Tag) =>
      members.includes(name) &&
      (only?.test(item) ?? true) &&
      members.every((member) => grids.has(gridText(grid, name, member)))
    const named = Object.entries(ingredients).map(([name, count]) => {
      const tag = tags.find((one) => isOpen(name, one))
      return [tag?.name ?? name, count] as const
    })
    byText.set(JSON.stringify([makes, named]), { item, makes, ingredients: new Map(named) })
  }
  return [...byText.values()]
}

/** A crafting grid as text, with one item replaced by another. */
function gridText(
  grid: readonly (readonly (string | null)[])[],
  replaced?: string,
  by?: string,
): string {
  return JSON.stringify(grid.map((row) => row.map((slot) => (slot === replaced ? by : slot))))
}
