import type { RecipeItem } from 'minecraft-data'
import type { Item } from 'prismarine-item'
import { perVersion } from '#knowledge/per-version'
import type { ItemKey, Registry } from '#knowledge/registry'

/** Ingredient of one cell; any variant when `metadata` is undefined. */
interface Ingredient {
  id: number
  metadata: number | undefined
}

type Pattern = (Ingredient | undefined)[]

interface Entry {
  cells: Pattern
  result: Made
}

/** The result of a recipe. */
export interface Made extends ItemKey {
  count: number
}

/** The recipe book of a version, cached. */
export const recipeBookOf = perVersion((registry) => new RecipeBook(registry))

/** Finds the recipe that matches a crafting grid, among minecraft-data's recipes. */
export class RecipeBook {
  /** By pattern size, such as `3x2`; mirrored patterns have entries of their own. */
  readonly #shaped = new Map<string, Entry[]>()
  /** By number of ingredients. */
  readonly #shapeless = new Map<number, Entry[]>()

  constructor(registry: Registry) {
    for (const recipe of Object.values(registry.data.recipes).flat()) {
      const result = madeBy(recipe.result)
      if ('inShape' in recipe) this.#addShaped(recipe.inShape, result)
      else addTo(this.#shapeless, recipe.ingredients.length, readCells(recipe.ingredients), result)
    }
    for (const entries of [...this.#shaped.values(), ...this.#shapeless.values()]) {
      entries.sort((a, b) => wildcards(a) - wildcards(b))
    }
  }

  /** The result of the stacks in a grid, wherever the pattern is in it. */
  match(grid: readonly (Item | null)[], width: number): Made | undefined {
    const { cells, size } = trim(
      grid.map((item) => item ?? undefined),
      width,
    )
    if (cells.length === 0) return undefined
    const shaped = this.#shaped
      .get(size)
      ?.find((entry) => entry.cells.every((wanted, i) => fits(cells[i], wanted)))
    if (shaped) return shaped.result
    const items = cells.filter((item) => item !== undefined)
    return this.#shapeless.get(items.length)?.find((entry) => assignable(items, entry.cells))
      ?.result
  }

  #addShaped(rows: readonly (readonly RecipeItem[])[], result: Made): void {
    const width = Math.max(...rows.map((row) => row.length))
    const padded = rows.flatMap((row) =>
      readCells(Array.from({ length: width }, (_, x) => row[x] ?? null)),
    )
    const { cells, size, width: trimmed } = trim(padded, width)
    addTo(this.#shaped, size, cells, result)
    const mirrored = cells.map((_, i) => cells[i - (i % trimmed) + (trimmed - 1 - (i % trimmed))])
    addTo(this.#shaped, size, mirrored, result)
  }
}

function addTo<K>(index: Map<K, Entry[]>, key: K, cells: Pattern, result: Made): void {
  const entries = index.get(key) ?? []
  entries.push({ cells, result })
  index.set(key, entries)
}

function readCells(cells: readonly RecipeItem[]): Pattern {
  return cells.map((cell) => {
    if (cell === null || cell === undefined) return undefined
    if (typeof cell === 'number') return { id: cell, metadata: undefined }
    if (Array.isArray(cell)) return { id: cell[0] ?? -1, metadata: cell[1] }
    return { id: cell.id ?? -1, metadata: cell.metadata }
  })
}

function madeBy(result: RecipeItem): Made {
  const [cell] = readCells([result])
  const count =
    result !== null && typeof result === 'object' && 'count' in result ? result.count : 1
  return { id: cell?.id ?? 0, metadata: cell?.metadata ?? 0, count: count ?? 1 }
}

function wildcards({ cells }: Entry): number {
  return cells.filter((cell) => cell && cell.metadata === undefined).length
}

function fits(item: Item | undefined, wanted: Ingredient | undefined): boolean {
  if (!item || !wanted) return !item && !wanted
  return item.type === wanted.id && (wanted.metadata ?? item.metadata) === item.metadata
}

/** Whether each item can be assigned an ingredient of its own. */
function assignable(items: readonly Item[], wanted: Pattern): boolean {
  const [item, ...others] = items
  if (!item) return wanted.length === 0
  return wanted.some(
    (ingredient, i) => fits(item, ingredient) && assignable(others, wanted.toSpliced(i, 1)),
  )
}

/** Removes empty rows and columns at the edges. */
function trim<T>(
  cells: readonly (T | undefined)[],
  width: number,
): { cells: (T | undefined)[]; size: string; width: number } {
  const used = cells.flatMap((cell, i) => (cell === undefined ? [] : [i]))
  const columns = used.map((i) => i % width)
  const rows = used.map((i) => Math.floor(i / width))
  const left = Math.min(...columns)
  const right = Math.max(...columns)
  const top = Math.min(...rows)
  const bottom = Math.max(...rows)
  const kept = cells.filter((_, i) => {
    const x = i % width
    const y = Math.floor(i / width)
    return x >= left && x <= right && y >= top && y <= bottom
  })
  return {
    cells: kept,
    size: `${right - left + 1}x${bottom - top + 1}`,
    width: right - left + 1,
  }
}
