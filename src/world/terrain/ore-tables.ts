import type { Registry } from '#knowledge/registry'
import type { Dice } from './chance.ts'

/** Distribution of the heights of veins. */
export interface HeightRange {
  shape: 'uniform' | 'triangle'
  /** Minimum and maximum height, inclusive (blocks). */
  min: number
  max: number
}

/** Veins of one block in the rock. */
export interface Deposit {
  kind: string
  /** Vein size in the game's terms; see `Vein`. */
  size: number
  /** Mean number of veins in a chunk; a fraction is the chance of one more. */
  count: number
  heights: HeightRange
  /** Discard chance on air exposure: share of blocks left out where they would touch air. */
  hidden?: number
  /** Only in chunks whose centre is in this biome. */
  biome?: string
}

const uniform = (min: number, max: number): HeightRange => ({ shape: 'uniform', min, max })
const triangle = (min: number, max: number): HeightRange => ({ shape: 'triangle', min, max })

/** Soil and stone variants within stone, up to 1.17. */
const OLD_STONES: readonly Deposit[] = [
  { kind: 'dirt', size: 33, count: 10, heights: uniform(0, 255) },
  { kind: 'gravel', size: 33, count: 8, heights: uniform(0, 255) },
  { kind: 'granite', size: 33, count: 10, heights: uniform(0, 79) },
  { kind: 'diorite', size: 33, count: 10, heights: uniform(0, 79) },
  { kind: 'andesite', size: 33, count: 10, heights: uniform(0, 79) },
]

/** Ores up to 1.17; lapis lazuli uses the sum of two numbers from 0 to 15. */
const OLD_ORES: readonly Deposit[] = [
  { kind: 'coal_ore', size: 17, count: 20, heights: uniform(0, 127) },
  { kind: 'iron_ore', size: 9, count: 20, heights: uniform(0, 63) },
  { kind: 'gold_ore', size: 9, count: 2, heights: uniform(0, 31) },
  { kind: 'redstone_ore', size: 8, count: 8, heights: uniform(0, 15) },
  { kind: 'diamond_ore', size: 8, count: 1, heights: uniform(0, 15) },
  { kind: 'lapis_ore', size: 7, count: 1, heights: triangle(0, 30) },
  { kind: 'emerald_ore', size: 1, count: 5.5, heights: uniform(4, 31), biome: 'mountains' },
]

/** Additions of 1.17, in a world of the old height: blobs of deepslate, and copper. */
const OLD_DEEPSLATE: readonly Deposit[] = [
  { kind: 'tuff', size: 33, count: 1, heights: uniform(0, 16) },
  { kind: 'deepslate', size: 64, count: 2, heights: uniform(0, 16) },
]
const OLD_COPPER: readonly Deposit[] = [
  { kind: 'copper_ore', size: 10, count: 6, heights: triangle(0, 96) },
]

/** Veins from 1.18 on. */
const TALL_WORLD: readonly Deposit[] = [
  { kind: 'dirt', size: 33, count: 7, heights: uniform(0, 160) },
  { kind: 'gravel', size: 33, count: 14, heights: uniform(-64, 319) },
  { kind: 'granite', size: 64, count: 1 / 6, heights: uniform(64, 128) },
  { kind: 'granite', size: 64, count: 2, heights: uniform(0, 60) },
  { kind: 'diorite', size: 64, count: 1 / 6, heights: uniform(64, 128) },
  { kind: 'diorite', size: 64, count: 2, heights: uniform(0, 60) },
  { kind: 'andesite', size: 64, count: 1 / 6, heights: uniform(64, 128) },
  { kind: 'andesite', size: 64, count: 2, heights: uniform(0, 60) },
  { kind: 'tuff', size: 64, count: 2, heights: uniform(-64, 0) },
  { kind: 'coal_ore', size: 17, count: 30, heights: uniform(136, 319) },
  { kind: 'coal_ore', size: 17, count: 20, heights: triangle(0, 192), hidden: 0.5 },
  { kind: 'iron_ore', size: 9, count: 90, heights: triangle(80, 384) },
  { kind: 'iron_ore', size: 9, count: 10, heights: triangle(-24, 56) },
  { kind: 'iron_ore', size: 4, count: 10, heights: uniform(-64, 72) },
  { kind: 'gold_ore', size: 9, count: 4, heights: triangle(-64, 32), hidden: 0.5 },
  { kind: 'gold_ore', size: 9, count: 0.5, heights: uniform(-64, -48), hidden: 0.5 },
  { kind: 'redstone_ore', size: 8, count: 4, heights: uniform(-64, 15) },
  { kind: 'redstone_ore', size: 8, count: 8, heights: triangle(-96, -32) },
  { kind: 'diamond_ore', size: 4, count: 7, heights: triangle(-144, 16), hidden: 0.5 },
  { kind: 'diamond_ore', size: 12, count: 1 / 9, heights: triangle(-144, 16), hidden: 0.7 },
  { kind: 'diamond_ore', size: 8, count: 4, heights: triangle(-144, 16), hidden: 1 },
  { kind: 'lapis_ore', size: 7, count: 2, heights: triangle(-32, 32) },
  { kind: 'lapis_ore', size: 7, count: 4, heights: uniform(-64, 64), hidden: 1 },
  { kind: 'emerald_ore', size: 3, count: 100, heights: triangle(-16, 480), biome: 'mountains' },
  { kind: 'copper_ore', size: 10, count: 16, heights: triangle(-16, 112) },
]

/** The diamond veins that 1.20.2 added. */
const MEDIUM_DIAMONDS: readonly Deposit[] = [
  { kind: 'diamond_ore', size: 8, count: 2, heights: uniform(-64, -4), hidden: 0.5 },
]

/** The veins of a version, in the order of their generation. */
export function depositsOf({ data }: Registry): readonly Deposit[] {
  if (data.supportFeature('tallWorld')) {
    return data.isNewerOrEqualTo('1.20.2') ? [...TALL_WORLD, ...MEDIUM_DIAMONDS] : TALL_WORLD
  }
  if (!data.isNewerOrEqualTo('1.17')) return [...OLD_STONES, ...OLD_ORES]
  return [...OLD_STONES, ...OLD_DEEPSLATE, ...OLD_ORES, ...OLD_COPPER]
}

/** A random height for a vein. */
export function heightIn({ shape, min, max }: HeightRange, dice: Dice): number {
  const range = max - min
  if (shape === 'uniform') return min + dice.below(range + 1)
  return min + dice.below(Math.ceil(range / 2) + 1) + dice.below(Math.floor(range / 2) + 1)
}
