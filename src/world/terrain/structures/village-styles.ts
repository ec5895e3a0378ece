import type { Registry } from '#knowledge/registry'
import type { BiomeName } from '../biomes.ts'

/** Kinds of blocks of the villages of a biome; of a list, the first that the version has. */
interface Style {
  walls: string
  posts: string
  floor: string
  stairs: string
  ridge: string
  fence: string
  door: string
  foundation: string
  paths: readonly string[]
  crops: readonly string[]
}

const PATHS = ['dirt_path', 'grass_path']
const wooden = (wood: string, crops: readonly string[]): Style => ({
  walls: `${wood}_planks`,
  posts: `${wood}_log`,
  floor: `${wood}_planks`,
  stairs: `${wood}_stairs`,
  ridge: `${wood}_planks`,
  fence: `${wood}_fence`,
  door: `${wood}_door`,
  foundation: 'cobblestone',
  paths: PATHS,
  crops,
})

/** The biomes with villages. */
export const VILLAGE_STYLES: Partial<Record<BiomeName, Style>> = {
  plains: wooden('oak', ['wheat', 'wheat', 'carrots', 'potatoes', 'beetroots']),
  savanna: wooden('acacia', ['wheat', 'carrots', 'potatoes', 'beetroots']),
  taiga: wooden('spruce', ['potatoes', 'potatoes', 'beetroots', 'wheat']),
  snowy_plains: wooden('spruce', ['beetroots', 'potatoes', 'carrots']),
  desert: {
    walls: 'smooth_sandstone',
    posts: 'cut_sandstone',
    floor: 'sandstone',
    stairs: 'sandstone_stairs',
    ridge: 'cut_sandstone',
    fence: 'jungle_fence',
    door: 'jungle_door',
    foundation: 'sandstone',
    paths: ['smooth_sandstone'],
    crops: ['wheat', 'beetroots'],
  },
}

/** A style with the states of a version. */
export interface VillageBlocks {
  walls: number
  posts: number
  floor: number
  ridge: number
  fence: number
  foundation: number
  path: number
  stairs(facing: string): number
  door(half: 'lower' | 'upper', facing: string): number
  /** Ripe and unripe crops. */
  crops: readonly (readonly number[])[]
}

/** Ages of crops in a farm; beetroots have the first ones only. */
const AGES = ['0', '1', '2', '3', '4', '5', '6', '7']
const BEETROOT_AGES = AGES.slice(0, 4)

/** The blocks of the villages of a biome; undefined when it has none. */
export function villageBlocks(registry: Registry, biome: BiomeName): VillageBlocks | undefined {
  const style = VILLAGE_STYLES[biome]
  if (!style) return undefined
  const state = (name: string) => registry.blockState(name)
  const path = style.paths.find((name) => registry.hasBlock(name)) ?? style.foundation
  return {
    walls: state(style.walls),
    posts: state(style.posts),
    floor: state(style.floor),
    ridge: state(style.ridge),
    fence: state(style.fence),
    foundation: state(style.foundation),
    path: state(path),
    stairs: (facing) => registry.blockState(style.stairs, { facing, half: 'bottom' }),
    door: (half, facing) =>
      // Before 1.13 the upper half stores no direction.
      registry.blockState(
        style.door,
        half === 'upper' && !registry.flattened ? { half } : { half, facing, open: 'false' },
      ),
    crops: style.crops.map((crop) =>
      (crop === 'beetroots' ? BEETROOT_AGES : AGES).map((age) =>
        registry.blockState(crop, { age }),
      ),
    ),
  }
}
