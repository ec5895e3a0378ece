import { perVersion } from './per-version.ts'
import type { Registry } from './registry.ts'

/** Time to smelt one item (ticks). */
export const SMELTING_TICKS = 200

/**
 * Smelting recipes by flattened names, which minecraft-data lacks: the inputs of each result. {@link recipesOf} adds those
 * that follow from names (logs, terracotta, ...).
 */
const RESULTS: Readonly<Record<string, readonly string[]>> = {
  iron_ingot: ['iron_ore', 'deepslate_iron_ore', 'raw_iron'],
  gold_ingot: ['gold_ore', 'deepslate_gold_ore', 'nether_gold_ore', 'raw_gold'],
  copper_ingot: ['copper_ore', 'deepslate_copper_ore', 'raw_copper'],
  coal: ['coal_ore', 'deepslate_coal_ore'],
  diamond: ['diamond_ore', 'deepslate_diamond_ore'],
  emerald: ['emerald_ore', 'deepslate_emerald_ore'],
  redstone: ['redstone_ore', 'deepslate_redstone_ore'],
  lapis_lazuli: ['lapis_ore', 'deepslate_lapis_ore'],
  quartz: ['nether_quartz_ore'],
  netherite_scrap: ['ancient_debris'],
  glass: ['sand', 'red_sand'],
  stone: ['cobblestone'],
  deepslate: ['cobbled_deepslate'],
  cracked_stone_bricks: ['stone_bricks'],
  cracked_nether_bricks: ['nether_bricks'],
  cracked_polished_blackstone_bricks: ['polished_blackstone_bricks'],
  cracked_deepslate_bricks: ['deepslate_bricks'],
  cracked_deepslate_tiles: ['deepslate_tiles'],
  smooth_basalt: ['basalt'],
  brick: ['clay_ball'],
  terracotta: ['clay'],
  nether_brick: ['netherrack'],
  resin_brick: ['resin_clump'],
  sponge: ['wet_sponge'],
  popped_chorus_fruit: ['chorus_fruit'],
  lime_dye: ['sea_pickle'],
  green_dye: ['cactus'],
  cactus_green: ['cactus'],
  dried_kelp: ['kelp'],
  baked_potato: ['potato'],
  cooked_beef: ['beef'],
  cooked_porkchop: ['porkchop'],
  cooked_chicken: ['chicken'],
  cooked_mutton: ['mutton'],
  cooked_rabbit: ['rabbit'],
  cooked_cod: ['cod'],
  cooked_salmon: ['salmon'],
}

/** Smooth blocks, which can be smelted since 1.14. The items are older. */
const SMOOTH: Readonly<Record<string, readonly string[]>> = {
  smooth_stone: ['stone'],
  smooth_sandstone: ['sandstone'],
  smooth_red_sandstone: ['red_sandstone'],
  smooth_quartz: ['quartz_block'],
}

const TOOLS = ['sword', 'pickaxe', 'axe', 'shovel', 'hoe'] as const
const ARMOUR = ['helmet', 'chestplate', 'leggings', 'boots', 'horse_armor'] as const

/** Burn times of wooden items (ticks), by the suffix of their names. */
const WOODEN: Readonly<Record<string, number>> = {
  log: 300,
  wood: 300,
  planks: 300,
  stairs: 300,
  slab: 150,
  fence: 300,
  fence_gate: 300,
  trapdoor: 300,
  pressure_plate: 300,
  door: 200,
  sign: 200,
  hanging_sign: 800,
  button: 100,
  sapling: 100,
  propagule: 100,
  roots: 300,
  block: 300,
  mosaic: 300,
  mosaic_stairs: 300,
  mosaic_slab: 150,
}

/** Burn times of all other fuels (ticks). */
const FUELS: Readonly<Record<string, number>> = {
  lava_bucket: 20_000,
  coal_block: 16_000,
  dried_kelp_block: 4_001,
  blaze_rod: 2_400,
  coal: 1_600,
  charcoal: 1_600,
  note_block: 300,
  jukebox: 300,
  bookshelf: 300,
  chiseled_bookshelf: 300,
  lectern: 300,
  chest: 300,
  trapped_chest: 300,
  barrel: 300,
  crafting_table: 300,
  cartography_table: 300,
  fletching_table: 300,
  smithing_table: 300,
  loom: 300,
  composter: 300,
  daylight_detector: 300,
  ladder: 300,
  bow: 300,
  crossbow: 300,
  fishing_rod: 300,
  sign: 200,
  stick: 100,
  bowl: 100,
  azalea: 100,
  flowering_azalea: 100,
  bamboo: 50,
}

/** The woods of the Nether do not burn. */
const FIREPROOF_WOODS = ['crimson', 'warped']

interface Smelting {
  readonly results: ReadonlyMap<string, string>
  readonly fuels: ReadonlyMap<string, number>
}

const smeltingOf = perVersion(
  (registry): Smelting => ({ results: recipesOf(registry), fuels: fuelsOf(registry) }),
)

/** The result of smelting an item; undefined if there is none. One item gives one. */
export function smeltingResult(registry: Registry, itemName: string): string | undefined {
  return smeltingOf(registry).results.get(itemName)
}

/** Items of the version that smelt into the given one. */
export function smeltingSources(registry: Registry, itemName: string): readonly string[] {
  const sources: string[] = []
  for (const [source, result] of smeltingOf(registry).results) {
    if (result === itemName) sources.push(source)
  }
  return sources
}

/** Burn time of one item as fuel (ticks); 0 if it does not burn. */
export function fuelTicks(registry: Registry, itemName: string): number {
  return smeltingOf(registry).fuels.get(itemName) ?? 0
}

function recipesOf(registry: Registry): Map<string, string> {
  const recipes = new Map<string, string>()
  const add = (source: string, result: string) => {
    if (registry.hasItem(source) && registry.hasItem(result)) recipes.set(source, result)
  }
  const tables = registry.data.isNewerOrEqualTo('1.14') ? [RESULTS, SMOOTH] : [RESULTS]
  for (const [result, sources] of tables.flatMap(Object.entries<readonly string[]>)) {
    for (const source of sources) add(source, result)
  }
  for (const wood of woodsOf(registry)) {
    for (const log of [`${wood}_log`, `${wood}_wood`]) {
      add(log, 'charcoal')
      add(`stripped_${log}`, 'charcoal')
    }
  }
  for (const name of registry.itemNames) {
    if (name.endsWith('_terracotta')) add(name, name.replace('_terracotta', '_glazed_terracotta'))
  }
  for (const [metal, parts] of [
    ['iron', [...TOOLS, ...ARMOUR]],
    ['golden', [...TOOLS, ...ARMOUR]],
    ['chainmail', ARMOUR],
  ] as const) {
    const nugget = metal === 'golden' ? 'gold_nugget' : 'iron_nugget'
    for (const part of parts) add(`${metal}_${part}`, nugget)
  }
  return recipes
}

function fuelsOf(registry: Registry): Map<string, number> {
  const fuels = new Map<string, number>()
  const add = (name: string, ticks: number) => {
    if (registry.hasItem(name)) fuels.set(name, ticks)
  }
  for (const [name, ticks] of Object.entries(FUELS)) add(name, ticks)
  for (const tool of TOOLS) add(`wooden_${tool}`, 200)
  const boat = registry.flattened ? 1_200 : 400
  for (const wood of woodsOf(registry)) {
    for (const [part, ticks] of Object.entries(WOODEN)) add(`${wood}_${part}`, ticks)
    for (const part of ['log', 'wood', 'block']) add(`stripped_${wood}_${part}`, 300)
    for (const part of ['boat', 'chest_boat', 'raft', 'chest_raft']) add(`${wood}_${part}`, boat)
  }
  for (const name of registry.itemNames) {
    if (!name.endsWith('_wool')) continue
    add(name, 100)
    add(name.replace('_wool', '_carpet'), 67)
    add(name.replace('_wool', '_banner'), 300)
  }
  if (registry.data.isNewerOrEqualTo('1.14')) {
    add('dead_bush', 100)
    add('scaffolding', registry.data.isNewerOrEqualTo('1.19') ? 50 : 400)
  }
  return fuels
}

/** The woods that burn. */
function woodsOf(registry: Registry): string[] {
  return [...registry.itemNames]
    .filter((name) => name.endsWith('_planks'))
    .map((name) => name.slice(0, -'_planks'.length))
    .filter((wood) => !FIREPROOF_WOODS.includes(wood))
}
