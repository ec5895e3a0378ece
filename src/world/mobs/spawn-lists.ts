import type { Registry } from '#knowledge/registry'
import type { MobName } from './mob-kinds.ts'

/** An entry of a spawn list: its weight and its pack size. */
export interface SpawnEntry {
  /** Null for mobs that the practice world lacks: nothing spawns instead. */
  readonly name: MobName | null
  readonly weight: number
  readonly min: number
  readonly max: number
  /** Keeps mobs of a biome apart; by default, nothing does. */
  readonly cost?: SpawnCost
}

/** The game's spawn cost: a mob spawns if its charges with all others of its kind, by distance, stay within the budget. */
export interface SpawnCost {
  readonly budget: number
  readonly charge: number
}

const entry = (
  name: MobName | null,
  weight: number,
  min: number,
  max: number,
  cost?: SpawnCost,
): SpawnEntry => ({ name, weight, min, max, ...(cost && { cost }) })

const EVERYWHERE = [
  entry('spider', 100, 4, 4),
  entry('skeleton', 100, 4, 4),
  entry('creeper', 100, 4, 4),
  entry('slime', 100, 4, 4),
  entry('enderman', 10, 1, 4),
  entry('witch', 5, 1, 1),
]
const ZOMBIES = [entry('zombie', 95, 4, 4), entry('zombie_villager', 5, 1, 1)]
const DESERT_ZOMBIES = [
  entry('zombie', 19, 4, 4),
  entry('zombie_villager', 1, 1, 1),
  entry('husk', 80, 4, 4),
]
const FARM_ANIMALS = [
  entry('sheep', 12, 4, 4),
  entry('pig', 10, 4, 4),
  entry('chicken', 10, 4, 4),
  entry('cow', 8, 4, 4),
]

const SOUL_SAND_COST: SpawnCost = { budget: 0.15, charge: 0.7 }
/** The monsters of the Nether's biomes; a ghast spawns alone. Striders are missing. */
const NETHER: Readonly<Record<string, readonly SpawnEntry[]>> = {
  nether_wastes: [
    entry('ghast', 50, 1, 1),
    entry('zombified_piglin', 100, 4, 4),
    entry('magma_cube', 2, 4, 4),
    entry('enderman', 1, 4, 4),
    entry('piglin', 15, 4, 4),
  ],
  crimson_forest: [
    entry('zombified_piglin', 1, 2, 4),
    entry('hoglin', 9, 3, 4),
    entry('piglin', 5, 3, 4),
  ],
  warped_forest: [entry('enderman', 1, 4, 4, { budget: 0.12, charge: 1 })],
  soul_sand_valley: [
    entry('skeleton', 20, 5, 5, SOUL_SAND_COST),
    entry('ghast', 50, 1, 1, SOUL_SAND_COST),
    entry('enderman', 1, 4, 4, SOUL_SAND_COST),
  ],
  basalt_deltas: [entry('ghast', 40, 1, 1), entry('magma_cube', 100, 2, 5)],
}

/** Biomes without animals, except for some that the practice world lacks. */
const BARREN =
  /nether|crimson|warped|soul_sand|basalt|desert|ocean|river|beach|badlands|mesa|ice|snowy_tundra|snowy_plains|mushroom|stony/
/** Total weights of the horses, wolves, rabbits and others that the game has among the animals. */
const OTHER_ANIMALS: readonly (readonly [biome: RegExp, weight: number])[] = [
  [/plains/, 6],
  [/savanna/, 9],
  [/birch|dark/, 0],
  [/^forest/, 5],
  [/taiga/, 20],
  [/mountains|windswept/, 5],
  [/jungle/, 50],
]

/** The monsters of a biome, by the spawn lists of 1.16. */
export function monstersOf(registry: Registry, biome: string): SpawnEntry[] {
  if (biome.startsWith('mushroom')) return []
  const { entitiesByName } = registry.data
  const nether = NETHER[biome]
  if (nether)
    return nether.filter(({ name }) => name !== 'piglin' || entitiesByName.piglin !== undefined)
  const drowned = registry.data.entitiesByName.drowned !== undefined
  return [
    ...EVERYWHERE,
    ...(/desert/.test(biome) ? DESERT_ZOMBIES : ZOMBIES),
    ...(/swamp/.test(biome) ? [entry('slime', 1, 1, 1)] : []),
    ...(drowned && /ocean/.test(biome) ? [entry('drowned', 5, 1, 1)] : []),
    ...(drowned && /river/.test(biome) ? [entry('drowned', 100, 1, 1)] : []),
  ]
}

/** The animals of a biome. */
export function animalsOf(biome: string): SpawnEntry[] {
  if (BARREN.test(biome)) return []
  const others = OTHER_ANIMALS.find(([names]) => names.test(biome))?.[1] ?? 0
  return [...FARM_ANIMALS, entry(null, others, 1, 1)]
}

/** A random entry by weight; undefined for an empty list. */
export function pickEntry(
  list: readonly SpawnEntry[],
  random: () => number,
): SpawnEntry | undefined {
  let left = random() * list.reduce((sum, { weight }) => sum + weight, 0)
  return list.find(({ weight }) => {
    left -= weight
    return left < 0
  })
}
