import { tagMembers } from './item-tags.ts'
import { perVersion } from './per-version.ts'
import type { Registry } from './registry.ts'

/**
 * Typical effort of a player to find a natural block of the overworld. minecraft-data does not mark natural blocks, so Delver
 * has this table. The figures are rough estimates that rank alternatives as a good player would.
 */
export interface Abundance {
  /** Typical time to find and reach the first one (ticks). */
  readonly searchTicks: number
  /** Typical further time per block, including the way to the next (ticks). */
  readonly eachTicks: number
  /** Typical number of blocks dug with the same tool on the way. */
  readonly tunnel: number
}

type Row = readonly [search: number, each: number, tunnel: number, names: string]

const ROWS: readonly Row[] = [
  [60, 25, 0, 'grass_block dirt'],
  [200, 70, 0, 'log'],
  [250, 30, 0, 'short_grass grass fern tall_grass large_fern'],
  [300, 20, 0, 'leaves'],
  [150, 30, 4, 'stone'],
  [600, 40, 8, 'granite diorite andesite'],
  [600, 30, 4, 'gravel'],
  [500, 25, 0, 'sand'],
  [800, 30, 0, 'sandstone clay'],
  [1200, 90, 8, 'coal_ore deepslate_coal_ore'],
  [900, 120, 24, 'iron_ore deepslate_iron_ore'],
  [1200, 120, 24, 'copper_ore deepslate_copper_ore'],
  [2000, 200, 48, 'redstone_ore deepslate_redstone_ore'],
  [2500, 400, 64, 'gold_ore deepslate_gold_ore'],
  [3000, 400, 64, 'lapis_ore deepslate_lapis_ore'],
  [3500, 900, 100, 'diamond_ore deepslate_diamond_ore'],
  [9000, 3000, 100, 'emerald_ore deepslate_emerald_ore'],
  [1500, 100, 48, 'deepslate tuff'],
  [6000, 300, 40, 'obsidian'],
  [500, 40, 0, 'dandelion poppy azure_bluet oxeye_daisy cornflower'],
  [
    1500,
    60,
    0,
    'blue_orchid allium red_tulip orange_tulip white_tulip pink_tulip lily_of_the_valley ' +
      'sunflower lilac rose_bush peony',
  ],
  [900, 50, 0, 'sugar_cane'],
  [1500, 50, 0, 'cactus dead_bush red_sand brown_mushroom red_mushroom vine lily_pad kelp snow'],
  [1500, 50, 0, 'coarse_dirt podzol red_sandstone terracotta moss_block calcite'],
  [2500, 60, 0, 'pumpkin melon bamboo sweet_berry_bush snow_block packed_ice cocoa'],
  [9000, 60, 0, 'cobweb'],
]

/** Blocks of the Nether alone. The times begin at the portal there. */
const NETHER_ROWS: readonly Row[] = [
  [60, 20, 0, 'netherrack'],
  [400, 60, 16, 'nether_quartz_ore'],
  [800, 60, 0, 'soul_sand'],
  [1200, 120, 0, 'glowstone'],
]

/** The natural blocks of the overworld in a version, by kind. */
export const naturalBlocks = perVersion((registry) => abundances(registry, ROWS))

/** The natural blocks that only the Nether has, by kind. */
export const netherBlocks = perVersion((registry) => abundances(registry, NETHER_ROWS))

function abundances(registry: Registry, rows: readonly Row[]): ReadonlyMap<string, Abundance> {
  const table = new Map<string, Abundance>()
  for (const [searchTicks, eachTicks, tunnel, names] of rows) {
    for (const block of names.split(' ').flatMap((name) => tagMembers(registry, name))) {
      if (registry.hasBlock(block)) table.set(block, { searchTicks, eachTicks, tunnel })
    }
  }
  return table
}
