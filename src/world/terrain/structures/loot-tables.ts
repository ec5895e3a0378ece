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
  mineshaft: [
    {
      rolls: [1, 1],
      entries: [
        ['golden_apple', 20],
        ['enchanted_golden_apple', 1],
        ['name_tag', 30],
        ['enchanted_book', 10],
        ['iron_pickaxe', 5],
        [null, 5],
      ],
    },
    {
      rolls: [2, 4],
      entries: [
        ['iron_ingot', 10, 1, 5],
        ['gold_ingot', 5, 1, 3],
        ['redstone', 5, 4, 9],
        ['lapis_lazuli', 5, 4, 9],
        ['diamond', 3, 1, 2],
        ['coal', 10, 3, 8],
        ['bread', 15, 1, 3],
        ['glow_berries', 15, 3, 6],
        ...seeds,
      ],
    },
    {
      rolls: [3, 3],
      entries: [
        ['rail', 20, 4, 8],
        ['powered_rail', 5, 1, 4],
        ['detector_rail', 5, 1, 4],
        ['activator_rail', 5, 1, 4],
        ['torch', 15, 1, 16],
      ],
    },
  ],
  ruined_portal: [
    {
      rolls: [4, 8],
      entries: [
        ['obsidian', 40, 1, 2],
        ['flint', 40, 1, 4],
        ['iron_nugget', 40, 9, 18],
        ['flint_and_steel', 40],
        ['fire_charge', 40],
        ['golden_apple', 15],
        ['gold_nugget', 15, 4, 24],
        ['golden_sword', 15],
        ['golden_axe', 15],
        ['golden_hoe', 15],
        ['golden_shovel', 15],
        ['golden_pickaxe', 15],
        ['golden_boots', 15],
        ['golden_chestplate', 15],
        ['golden_helmet', 15],
        ['golden_leggings', 15],
        ['glistering_melon_slice', 5, 4, 12],
        ['golden_horse_armor', 5],
        ['light_weighted_pressure_plate', 5],
        ['golden_carrot', 5, 4, 12],
        ['clock', 5],
        ['gold_ingot', 5, 2, 8],
        ['bell', 1],
        ['enchanted_golden_apple', 1],
        ['gold_block', 1, 1, 2],
      ],
    },
  ],
  /** The houses of plains; the game's tables for other biomes differ in a few items. */
  village_house: [
    {
      rolls: [3, 8],
      entries: [
        ['gold_nugget', 1, 1, 3],
        ['dandelion', 2],
        ['poppy', 1],
        ['potato', 10, 1, 7],
        ['bread', 10, 1, 4],
        ['apple', 10, 1, 5],
        ['book', 1],
        ['feather', 1],
        ['emerald', 2, 1, 4],
        ['oak_sapling', 5, 1, 2],
      ],
    },
  ],
  village_smithy: [
    {
      rolls: [3, 8],
      entries: [
        ['diamond', 3, 1, 3],
        ['iron_ingot', 10, 1, 5],
        ['gold_ingot', 5, 1, 3],
        ['bread', 15, 1, 3],
        ['apple', 15, 1, 3],
        ['iron_pickaxe', 5],
        ['iron_sword', 5],
        ['iron_chestplate', 5],
        ['iron_helmet', 5],
        ['iron_leggings', 5],
        ['iron_boots', 5],
        ['obsidian', 5, 3, 7],
        ['oak_sapling', 5, 3, 7],
        ['saddle', 3],
        ['iron_horse_armor', 1],
        ['golden_horse_armor', 1],
        ['diamond_horse_armor', 1],
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
