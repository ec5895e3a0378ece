import type { Registry } from '#knowledge/registry'
import type { Dice } from './chance.ts'

/** How the heights of veins are spread. */
export interface HeightRange {
  shape: 'uniform' | 'triangle'
  /** Least and greatest height, both included (blocks). */
  min: number
  max: number
}

/** Deposits of one kind in the rock. */
export interface Deposit {
  kind: string
  /** Measure of a vein, as the game counts it; see `Vein`. */
  size: number
  /** Mean number of veins on a chunk; a fraction is the chance of one more. */
  count: number
  heights: HeightRange
  /** Chance that a block of it is left out where it would touch air. */
  hidden?: number
  /** Only where the middle of the chunk is in this biome. */
  biome?: string
}

const uniform = (min: number, max: number): HeightRange => ({ shape: 'uniform', min, max })
const triangle = (min: number, max: number): HeightRange => ({ shape: 'triangle', min, max })

/** Soil and stones that take the place of stone, up to 1.17. */
const OLD_STONES: readonly Deposit[] = [
  { kind: 'dirt', size: 33, count: 10, heights: uniform(0, 255) },
  { kind: 'gravel', size: 33, count: 8, heights: uniform(0, 255) },
  { kind: 'granite', size: 33, count: 10, heights: uniform(0, 79) },
  { kind: 'diorite', size: 33, count: 10, heights: uniform(0, 79) },
  { kind: 'andesite', size: 33, count: 10, heights: uniform(0, 79) },
]

/** Ores up to 1.17; those of lapis lie about 15, where two throws of 0 to 15 add up. */
const OLD_ORES: readonly Deposit[] = [
  { kind: 'coal_ore', size: 17, count: 20, heights: uniform(0, 127) },
  { kind: 'iron_ore', size: 9, count: 20, heights: uniform(0, 63) },
  { kind: 'gold_ore', size: 9, count: 2, heights: uniform(0, 31) },
  { kind: 'redstone_ore', size: 8, count: 8, heights: uniform(0, 15) },
  { kind: 'diamond_ore', size: 8, count: 1, heights: uniform(0, 15) },
  { kind: 'lapis_ore', size: 7, count: 1, heights: triangle(0, 30) },
  { kind: 'emerald_ore', size: 1, count: 5.5, heights: uniform(4, 31), biome: 'mountains' },
]

/** What 1.17 brought, in a world of the old height: deepslate in blobs only, and copper. */
const OLD_DEEPSLATE: readonly Deposit[] = [
  { kind: 'tuff', size: 33, count: 1, heights: uniform(0, 16) },
  { kind: 'deepslate', size: 64, count: 2, heights: uniform(0, 16) },
]
const OLD_COPPER: readonly Deposit[] = [
  { kind: 'copper_ore', size: 10, count: 6, heights: triangle(0, 96) },
]

/** Deposits from 1.18 on. */
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

/** The batch of diamonds that 1.20.2 added. */
const MEDIUM_DIAMONDS: readonly Deposit[] = [
  { kind: 'diamond_ore', size: 8, count: 2, heights: uniform(-64, -4), hidden: 0.5 },
]

/** What the rock of a version holds, in the order in which it is made. */
export function depositsOf({ data }: Registry): readonly Deposit[] {
  if (data.supportFeature('tallWorld')) {
    return data.isNewerOrEqualTo('1.20.2') ? [...TALL_WORLD, ...MEDIUM_DIAMONDS] : TALL_WORLD
  }
  if (!data.isNewerOrEqualTo('1.17')) return [...OLD_STONES, ...OLD_ORES]
  return [...OLD_STONES, ...OLD_DEEPSLATE, ...OLD_ORES, ...OLD_COPPER]
}

/** Throws for the height of a vein. */
export function heightIn({ shape, min, max }: HeightRange, dice: Dice): number {
  const range = max - min
  if (shape === 'uniform') return min + dice.below(range + 1)
  return min + dice.below(Math.ceil(range / 2) + 1) + dice.below(Math.floor(range / 2) + 1)
}
