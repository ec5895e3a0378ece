import minecraftData, {
  type IndexedData,
  type Ingredients,
  type Item,
  type RecipeItem,
  type Shape,
} from 'minecraft-data'

/**
 * Versions for which minecraft-data lacks the durability of tools and alternative ingredients (only oak planks), each with
 * another version whose tables are valid for it.
 */
const STAND_INS: Readonly<Record<string, string>> = { '1.20.5': '1.20.4', '1.20.6': '1.20.4' }

/** The data of a version, completed from another version if necessary. */
export function completeData(data: IndexedData): IndexedData {
  const version = STAND_INS[data.version.minecraftVersion ?? '']
  return version === undefined ? data : completed(data, minecraftData(version))
}

function completed(data: IndexedData, other: IndexedData): IndexedData {
  const items: Record<number, Item> = {}
  const recipes = { ...data.recipes }
  for (const item of data.itemsArray) {
    const known = other.itemsByName[item.name]
    items[item.id] = known ? { ...item, ...durabilityOf(known) } : item
    const translated = (known && other.recipes[known.id]) ?? []
    const usable = translated.map((recipe) => renumbered(recipe, data, other))
    if (usable.length > 0 && usable.every((recipe) => recipe !== undefined))
      recipes[item.id] = usable
  }
  return { ...data, items, recipes }
}

function durabilityOf({ maxDurability }: Item): Pick<Item, 'maxDurability'> {
  return maxDurability === undefined ? {} : { maxDurability }
}

type AnyRecipe = IndexedData['recipes'][number][number]

/** Translates a recipe to the item ids of another version; undefined if that lacks one of its items. */
function renumbered(recipe: AnyRecipe, to: IndexedData, from: IndexedData): AnyRecipe | undefined {
  let isKnown = true
  const item = (old: RecipeItem): RecipeItem => {
    // Recipes of these versions refer to items by id, alone or with a count.
    const id = typeof old === 'number' ? old : (old as { id: number } | null)?.id
    if (id === undefined) return old
    const number = to.itemsByName[from.items[id]?.name ?? '']?.id
    isKnown &&= number !== undefined
    const known = number ?? -1
    return typeof old === 'number' ? known : { ...(old as object), id: known }
  }
  const result = item(recipe.result)
  const translated =
    'inShape' in recipe
      ? { ...recipe, result, inShape: recipe.inShape.map((row) => row.map(item)) as Shape }
      : { ...recipe, result, ingredients: recipe.ingredients.map(item) as Ingredients }
  return isKnown ? translated : undefined
}
