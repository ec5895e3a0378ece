import type { Registry } from '#knowledge/registry'
import type { Dice } from '../chance.ts'

/** Items by weight; null stands for nothing. Counts are uniform from the first to the second number. */
type Entry = readonly [item: string | null, weight: number, min?: number, max?: number]

interface Pool {
  /** Number of draws, uniform from the first to the second. */
  readonly rolls: readonly [min: number, max: number]
  readonly entries: readonly Entry[]
}

const seeds: readonly Entry[] = [
  ['melon_seeds', 10, 2, 4],
  ['pumpkin_seeds', 10, 2, 4],
  ['beetroot_seeds', 10, 2, 4],
]

/**
 * The game's loot tables of 1.18. Items that a version lacks are left out, and enchantments too. Books that the game enchants
 * are enchanted books.
 */
export const LOOT_TABLES = {
  dungeon: [
    {
      rolls: [1, 3],
      entries: [
        ['saddle', 20],
        ['golden_apple', 15],
        ['enchanted_golden_apple', 2],
        ['music_disc_otherside', 2],
        ['music_disc_13', 15],
        ['music_disc_cat', 15],
        ['name_tag', 20],
        ['golden_horse_armor', 10],
        ['iron_horse_armor', 15],
        ['diamond_horse_armor', 5],
        ['enchanted_book', 10],
      ],
    },
    {
      rolls: [1, 4],
      entries: [
        ['iron_ingot', 10, 1, 4],
        ['gold_ingot', 5, 1, 4],
        ['bread', 20],
        ['wheat', 20, 1, 4],
        ['bucket', 10],
        ['redstone', 15, 1, 4],
        ['coal', 15, 1, 4],
        ...seeds,
      ],
    },
    {
      rolls: [3, 3],
      entries: [
        ['bone', 10, 1, 8],
        ['gunpowder', 10, 1, 8],
        ['rotten_flesh', 10, 1, 8],
        ['string', 10, 1, 8],
      ],
    },
  ],
} as const satisfies Record<string, readonly Pool[]>

export type LootTableName = keyof typeof LOOT_TABLES

/** A stack of items by name. */
export interface LootStack {
  item: string
  count: number
}

/** Draws the contents of a chest. */
export function drawLoot(registry: Registry, table: LootTableName, dice: Dice): LootStack[] {
  const stacks: LootStack[] = []
  for (const { rolls, entries } of LOOT_TABLES[table] as readonly Pool[]) {
    const present = entries.filter(([item]) => item === null || registry.hasItem(item))
    const count = between(dice, ...rolls)
    for (let roll = 0; roll < count; roll++) {
      const [item = null, , min = 1, max = min] = pick(present, dice) ?? []
      if (item !== null) stacks.push({ item, count: between(dice, min, max) })
    }
  }
  return stacks
}

function between(dice: Dice, min: number, max: number): number {
  return min + dice.below(max - min + 1)
}

function pick(entries: readonly Entry[], dice: Dice): Entry | undefined {
  let left = dice.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
  return entries.find(([, weight]) => {
    left -= weight
    return left < 0
  })
}
