import { type Registry, registryFor } from '#knowledge/registry'

/** A drop: a uniform count from `min` to `max`, with a chance. */
interface Share {
  item: string
  min: number
  max: number
  chance: number
}

function share(item: string, min = 1, max = min, chance = 1): Share {
  return { item, min, max, chance }
}

/**
 * Loot that minecraft-data lacks or has wrong: its tables lose chances (gravel and flint get a third each), and its
 * ranges include the Fortune enchantment. Values are those of the vanilla loot tables without enchantments.
 */
const KNOWN: Readonly<Record<string, readonly Share[]>> = {
  redstone_ore: [share('redstone', 4, 5)],
  deepslate_redstone_ore: [share('redstone', 4, 5)],
  copper_ore: [share('raw_copper', 2, 5)],
  deepslate_copper_ore: [share('raw_copper', 2, 5)],
  nether_gold_ore: [share('gold_nugget', 2, 6)],
  clay: [share('clay_ball', 4)],
  glowstone: [share('glowstone_dust', 2, 4)],
  sea_lantern: [share('prismarine_crystals', 2, 3)],
  melon: [share('melon_slice', 3, 7)],
  bookshelf: [share('book', 3)],
  snow_block: [share('snowball', 4)],
  ender_chest: [share('obsidian', 8)],
  cobweb: [share('string')],
  dead_bush: [share('stick', 0, 2)],
  podzol: [share('dirt')],
  farmland: [share('dirt')],
  grass_path: [share('dirt')],
  dirt_path: [share('dirt')],
  grass: [share('wheat_seeds', 1, 1, 0.125)],
  short_grass: [share('wheat_seeds', 1, 1, 0.125)],
  fern: [share('wheat_seeds', 1, 1, 0.125)],
  tall_grass: [share('wheat_seeds', 1, 1, 0.125)],
  large_fern: [share('wheat_seeds', 1, 1, 0.125)],
  pumpkin_stem: [share('pumpkin_seeds', 0, 1)],
  melon_stem: [share('melon_seeds', 0, 1)],
  brown_mushroom_block: [share('brown_mushroom', 0, 2)],
  red_mushroom_block: [share('red_mushroom', 0, 2)],
  amethyst_cluster: [share('amethyst_shard', 4)],
  gilded_blackstone: [share('gold_nugget', 2, 5, 0.1)],
  vine: [],
  seagrass: [],
  tall_seagrass: [],
  glow_lichen: [],
  hanging_roots: [],
  cake: [],
  pale_hanging_moss: [],
}

/** Loot of blocks broken with shears. */
const SHEARED: Readonly<Record<string, readonly Share[]>> = {
  cobweb: [share('cobweb')],
  dead_bush: [share('dead_bush')],
  grass: [share('grass')],
  short_grass: [share('short_grass')],
  fern: [share('fern')],
  tall_grass: [share('grass', 2), share('short_grass', 2)],
  large_fern: [share('fern', 2)],
  vine: [share('vine')],
  seagrass: [share('seagrass')],
  tall_seagrass: [share('seagrass', 2)],
  glow_lichen: [share('glow_lichen')],
  hanging_roots: [share('hanging_roots')],
  pale_hanging_moss: [share('pale_hanging_moss')],
}

/** Crops: the ripe age, the fruit, the seed, and the minimum number of seeds, to which up to three are added by chance. */
const CROPS: Readonly<Record<string, { age: string; fruit: string; seed: string; min: number }>> = {
  wheat: { age: '7', fruit: 'wheat', seed: 'wheat_seeds', min: 0 },
  carrots: { age: '7', fruit: 'carrot', seed: 'carrot', min: 1 },
  potatoes: { age: '7', fruit: 'potato', seed: 'potato', min: 1 },
  beetroots: { age: '3', fruit: 'beetroot', seed: 'beetroot_seeds', min: 1 },
}
const CROP_TRIES = 3
const CROP_CHANCE = 4 / 7

const FLINT_CHANCE = 0.1
const SAPLING_CHANCE = 0.05
const JUNGLE_SAPLING_CHANCE = 0.025
const STICK_CHANCE = 0.02
const APPLE_CHANCE = 0.005
const APPLE_LEAVES = new Set(['oak_leaves', 'dark_oak_leaves'])
/** Leaves whose sapling is not named after the wood. */
const SAPLINGS: Readonly<Record<string, string>> = {
  azalea_leaves: 'azalea',
  flowering_azalea_leaves: 'flowering_azalea',
}

/**
 * Versions before 1.13 have no loot tables in minecraft-data, and list one drop for an id shared by several blocks
 * (stone, granite, ...). Their flattened names are looked up in this version's tables.
 */
const FIRST_WITH_LOOT = '1.16.5'

/** An item name and a count. */
export interface Drop {
  name: string
  count: number
}

/**
 * Rolls the loot of a block broken with a suitable tool.
 * @param tool name of the tool, null for none.
 */
export function rollDrops(
  registry: Registry,
  state: number,
  tool: string | null,
  random: () => number,
): Drop[] {
  return shares(registry, state, tool, random)
    .filter(({ item, chance }) => registry.hasItem(item) && (chance >= 1 || random() < chance))
    .map(({ item, min, max }) => ({
      name: item,
      count: min + Math.floor(random() * (max - min + 1)),
    }))
    .filter(({ count }) => count > 0)
}

function shares(
  registry: Registry,
  state: number,
  tool: string | null,
  random: () => number,
): readonly Share[] {
  const kind = registry.blockName(state)
  const sheared = tool === 'shears' ? SHEARED[kind] : undefined
  if (sheared) return sheared
  if (kind === 'snow') return snowShares(registry, state, tool)
  if (kind.endsWith('_leaves')) return leafShares(registry, kind, tool)
  if (kind === 'gravel') return [share(random() < FLINT_CHANCE ? 'flint' : 'gravel')]
  if (kind === 'lapis_ore' || kind === 'deepslate_lapis_ore')
    return [share('lapis_lazuli', 4, registry.flattened ? 9 : 8)]
  const { age } = registry.blockProperties(state)
  const crop = CROPS[kind]
  if (crop) return cropShares(crop, age === crop.age, random)
  if (kind === 'cocoa') return [share('cocoa_beans', age === '2' ? 3 : 1)]
  if (kind === 'sweet_berry_bush') {
    const min = Math.max(0, Number(age) - 1)
    return min > 0 ? [share('sweet_berries', min, min + 1)] : []
  }
  const known = KNOWN[kind]
  if (known) return known
  return plainShares(registry, state, kind)
}

function leafShares(registry: Registry, kind: string, tool: string | null): Share[] {
  if (tool === 'shears') return [share(kind)]
  const wood = kind.slice(0, -'_leaves'.length)
  const chance = wood === 'jungle' ? JUNGLE_SAPLING_CHANCE : SAPLING_CHANCE
  const shares = [share(SAPLINGS[kind] ?? `${wood}_sapling`, 1, 1, chance)]
  if (registry.data.isNewerOrEqualTo('1.14')) shares.push(share('stick', 1, 2, STICK_CHANCE))
  if (APPLE_LEAVES.has(kind)) shares.push(share('apple', 1, 1, APPLE_CHANCE))
  return shares
}

function cropShares(
  crop: { fruit: string; seed: string; min: number },
  ripe: boolean,
  random: () => number,
): Share[] {
  if (!ripe) return [share(crop.seed)]
  let seeds = crop.min
  for (let i = 0; i < CROP_TRIES; i++) if (random() < CROP_CHANCE) seeds++
  return [share(crop.fruit), share(crop.seed, seeds)]
}

/** Snow layers give snowballs to a shovel only, and nothing when they lose their support. */
function snowShares(registry: Registry, state: number, tool: string | null): Share[] {
  if (!tool?.endsWith('_shovel')) return []
  return [share('snowball', Number(registry.blockProperties(state).layers ?? 1))]
}

function plainShares(registry: Registry, state: number, kind: string): Share[] {
  const properties = registry.blockProperties(state)
  if (properties.type === 'double') return [share(kind, 2)]
  const listed = (registry.data.blockLoot ?? registryFor(FIRST_WITH_LOOT).data.blockLoot)[kind]
  if (listed) {
    const [first] = listed.drops.filter((drop) => drop.silkTouch !== true)
    return first ? [share(first.item, Math.max(1, first.stackSizeRange[0] ?? 1))] : []
  }
  // Blocks without a loot table drop themselves, if minecraft-data lists any drop.
  const gives = registry.block(state).drops?.length
  return gives && registry.hasItem(kind) ? [share(kind)] : []
}
