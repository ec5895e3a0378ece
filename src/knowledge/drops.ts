import { type Registry, registryFor } from './registry.ts'

/** A drop of a block. */
export interface Drop {
  readonly item: string
  /** Average number per block. */
  readonly expected: number
  /** The tool that this drop needs in addition to breaking the block; null for none. */
  readonly tool: string | null
}

/** The oldest version with suitable loot tables. They are also used before 1.13, by flattened names. */
const MIN_VERSION_WITH_LOOT = '1.16.5'

/** Average numbers that minecraft-data's loot tables lack or have wrong, as `block: item number`. */
const KNOWN: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  gravel: { gravel: 0.9, flint: 0.1 },
  grass: { wheat_seeds: 0.125 },
  short_grass: { wheat_seeds: 0.125 },
  fern: { wheat_seeds: 0.125 },
  tall_grass: { wheat_seeds: 0.125 },
  large_fern: { wheat_seeds: 0.125 },
  dead_bush: { stick: 1 },
  snow: { snowball: 1 },
  snow_block: { snowball: 4 },
  cobweb: { string: 1 },
  clay: { clay_ball: 4 },
  glowstone: { glowstone_dust: 3 },
  melon: { melon_slice: 5 },
  redstone_ore: { redstone: 4.5 },
  deepslate_redstone_ore: { redstone: 4.5 },
  lapis_ore: { lapis_lazuli: 6.5 },
  deepslate_lapis_ore: { lapis_lazuli: 6.5 },
  copper_ore: { raw_copper: 3.5 },
  deepslate_copper_ore: { raw_copper: 3.5 },
  sweet_berry_bush: { sweet_berries: 2.5 },
  vine: {},
  seagrass: {},
}

/** Blocks other than leaves that only shears collect whole. */
const SHEARED = new Set(['grass', 'short_grass', 'fern', 'dead_bush', 'vine', 'seagrass', 'cobweb'])

const APPLE_LEAVES = new Set(['oak_leaves', 'dark_oak_leaves'])
const SAPLING_CHANCE = 0.05
const JUNGLE_SAPLING_CHANCE = 0.025
const APPLE_CHANCE = 0.005
/** Average sticks per leaf block since 1.14: one or two, with a chance of 2 %. */
const STICK_CHANCE = 0.03

/** Average drops of a block dug with a tool that harvests it, without enchantments. */
export function dropsOf(registry: Registry, block: string): Drop[] {
  const drops = block.endsWith('_leaves') ? leafDrops(registry, block) : plainDrops(registry, block)
  if (SHEARED.has(block)) drops.push({ item: block, expected: 1, tool: 'shears' })
  return drops.filter((drop) => registry.hasItem(drop.item))
}

function leafDrops(registry: Registry, block: string): Drop[] {
  const wood = block.slice(0, -'_leaves'.length)
  const sapling = wood === 'jungle' ? JUNGLE_SAPLING_CHANCE : SAPLING_CHANCE
  const drops: Drop[] = [
    { item: block, expected: 1, tool: 'shears' },
    { item: `${wood}_sapling`, expected: sapling, tool: null },
  ]
  if (APPLE_LEAVES.has(block)) drops.push({ item: 'apple', expected: APPLE_CHANCE, tool: null })
  if (registry.data.isNewerOrEqualTo('1.14'))
    drops.push({ item: 'stick', expected: STICK_CHANCE, tool: null })
  return drops
}

function plainDrops(registry: Registry, block: string): Drop[] {
  const known = KNOWN[block]
  if (known)
    return Object.entries(known).map(([item, expected]) => ({ item, expected, tool: null }))
  const loot = registry.data.blockLoot ?? registryFor(MIN_VERSION_WITH_LOOT).data.blockLoot
  const listed = loot[block]?.drops.filter((drop) => drop.silkTouch !== true) ?? []
  // Chances in the tables mean alternatives by enchantment, and maxima of ranges mean Fortune.
  const items = new Set(listed.map((drop) => drop.item))
  return [...items].map((item) => ({ item, expected: 1, tool: null }))
}
