import { describe, expect, it } from 'vitest'
import { tagNames } from '#knowledge/item-tags'
import { registryFor } from '#knowledge/registry'
import { readItems } from '#play/item-phrase'
import { itemAmount, itemAmounts, oneItem } from '#wire/item-words'
import { withArticle } from '#wire/wording'

describe('amounts of items', () => {
  it.each([
    ['log', 3, '3 logs'],
    ['log', 1, '1 log'],
    ['oak_planks', 1, '1 oak plank'],
    ['oak_planks', 2, '2 oak planks'],
    ['torch', 16, '16 torches'],
    ['iron_ingot', 3, '3 iron ingots'],
    ['coal', 5, '5 coal'],
    ['cooked_beef', 2, '2 cooked beef'],
    ['melon_slice', 9, '9 melon slices'],
    ['lapis_lazuli', 4, '4 lapis lazuli'],
    ['shears', 2, '2 shears'],
    ['bookshelf', 2, '2 bookshelves'],
  ])('of %s x%i read "%s"', (item, count, words) => {
    expect(itemAmount(item, count)).toBe(words)
  })

  it('are joined, and one item has an article', () => {
    expect(itemAmounts({ log: 2, stick: 1 })).toBe('2 logs and 1 stick')
    expect(itemAmounts({ beef: 1, log: 1, sand: 2 })).toBe('1 beef, 1 log and 2 sand')
    expect([oneItem('iron_pickaxe'), oneItem('coal')]).toEqual(['an iron pickaxe', '1 coal'])
  })

  it('a plural has no article', () => {
    const nouns = ['iron_pickaxe', 'furnace', 'compass', 'cactus', 'shears', 'iron_leggings']
    expect(nouns.map(withArticle).join(', ')).toBe(
      'an iron_pickaxe, a furnace, a compass, a cactus, shears, iron_leggings',
    )
  })

  it.each(['1.12.2', '1.16.5', '1.21.4'])('can be ordered in the same words in %s', (version) => {
    const registry = registryFor(version)
    const misread = [...tagNames(registry), ...registry.itemNames]
      // "3 nether bricks" may be items or blocks.
      .filter((item) => !/(^|_)brick$/.test(item))
      .flatMap((item) => [1, 3].map((count) => ({ item, count })))
      .filter(({ item, count }) => {
        const reading = readItems(registry, itemAmount(item, count))
        const [read] = reading.type === 'items' ? reading.items : []
        return read?.item !== item || read.count !== count
      })
    expect(misread).toEqual([])
  })
})
