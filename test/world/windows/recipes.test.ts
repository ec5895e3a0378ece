import { describe, expect, it } from 'vitest'
import { registryFor } from '#knowledge/registry'
import { recipeBookOf } from '#world/windows/recipe-book'
import { stacksOf } from '#world/windows/stacks'
import { ERAS } from '../../support/windows.ts'

describe.each(ERAS)('recipes on %s', (version) => {
  const registry = registryFor(version)
  const book = recipeBookOf(registry)
  const stacks = stacksOf(registry)
  /** The result of a grid that is written with one letter for each cell. */
  const made = (rows: string[], key: Record<string, string>) => {
    const cells = rows.flatMap((row) =>
      [...row].map((letter) => (letter === ' ' ? null : stacks.make(key[letter] ?? ''))),
    )
    const result = book.match(cells, rows[0]?.length ?? 0)
    return result && `${stacks.nameOf(stacks.make(result))}*${result.count}`
  }

  it('match at any position in the grid', () => {
    const key = { p: 'oak_planks', l: 'oak_log', s: 'stick' }
    expect(made(['l ', '  '], key)).toBe('oak_planks*4')
    expect(made(['   ', '   ', '  l'], key)).toBe('oak_planks*4')
    expect(made([' p', ' p'], key)).toBe('stick*4')
    expect(made(['   ', ' p ', ' p '], key)).toBe('stick*4')
    expect(made(['pp', 'pp'], key)).toBe('crafting_table*1')
    expect(made([' pp', ' pp', '   '], key)).toBe('crafting_table*1')
    expect(made(['p ', ' p'], key)).toBeUndefined()
    expect(made(['ppp', 'p  '], key)).toBeUndefined()
    expect(made(['  ', '  '], key)).toBeUndefined()
  })

  it('match when mirrored, and in any order when shapeless', () => {
    const key = { p: 'oak_planks', s: 'stick', i: 'iron_ingot', f: 'flint' }
    expect(made(['pp ', 'ps ', ' s '], key)).toBe('wooden_axe*1')
    expect(made([' pp', ' sp', ' s '], key)).toBe('wooden_axe*1')
    expect(made(['fi', '  '], key)).toBe('flint_and_steel*1')
    expect(made([' i', 'f '], key)).toBe('flint_and_steel*1')
  })

  it("all give minecraft-data's results", () => {
    const wrong: string[] = []
    for (const recipe of Object.values(registry.data.recipes).flat()) {
      const rows: unknown[][] =
        'inShape' in recipe ? recipe.inShape : [recipe.ingredients.slice(0, 9)]
      const width = Math.max(...rows.map((row) => row.length))
      const cells = rows.flatMap((row) =>
        Array.from({ length: width }, (_, x) => {
          const cell = row[x] as null | undefined | number | { id: number; metadata?: number }
          if (cell === null || cell === undefined) return null
          const key = typeof cell === 'number' ? { id: cell } : cell
          return stacks.make({ metadata: 0, ...key })
        }),
      )
      const result = recipe.result as { id: number; count?: number }
      const found = book.match(cells, width)
      if (found?.id !== result.id || found.count !== (result.count ?? 1)) {
        wrong.push(
          `${registry.data.items[result.id]?.name} -> ${found && registry.data.items[found.id]?.name}`,
        )
      }
    }
    expect(wrong).toEqual([])
  })
})
