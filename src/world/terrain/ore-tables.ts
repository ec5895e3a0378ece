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
  /** Measure of a vein, as the game counts it; see {@link placeVein}. */
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

/** Deposits up to 1.17, in the order in which they are made. */
const OLD_WORLD: readonly Deposit[] = [
  { kind: 'dirt', size: 33, count: 10, heights: uniform(0, 255) },
  { kind: 'gravel', size: 33, count: 8, heights: uniform(0, 255) },
  { kind: 'granite', size: 33, count: 10, heights: uniform(0, 79) },
  { kind: 'diorite', size: 33, count: 10, heights: uniform(0, 79) },
  { kind: 'andesite', size: 33, count: 10, heights: uniform(0, 79) },
  { kind: 'coal_ore', size: 17, count: 20, heights: uniform(0, 127) },
  { kind: 'iron_ore', size: 9, count: 20, heights: uniform(0, 63) },
  { kind: 'gold_ore', size: 9, count: 2, heights: uniform(0, 31) },
  { kind: 'redstone_ore', size: 8, count: 8, heights: uniform(0, 15) },
  { kind: 'diamond_ore', size: 8, count: 1, heights: uniform(0, 15) },
  { kind: 'lapis_ore', size: 7, count: 1, heights: triangle(0, 32) },
  { kind: 'emerald_ore', size: 1, count: 5.5, heights: uniform(4, 31), biome: 'mountains' },
]

/** Deposits from 1.18 on, in the order in which they are made. */
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
  { kind: 'diamond_ore', size: 8, count: 2, heights: uniform(-64, -4), hidden: 0.5 },
  { kind: 'diamond_ore', size: 12, count: 1 / 9, heights: triangle(-144, 16), hidden: 0.7 },
  { kind: 'diamond_ore', size: 8, count: 4, heights: triangle(-144, 16), hidden: 1 },
  { kind: 'lapis_ore', size: 7, count: 2, heights: triangle(-32, 32) },
  { kind: 'lapis_ore', size: 7, count: 4, heights: uniform(-64, 64), hidden: 1 },
  { kind: 'emerald_ore', size: 3, count: 100, heights: triangle(-16, 480), biome: 'mountains' },
  { kind: 'copper_ore', size: 10, count: 16, heights: triangle(-16, 112) },
]

/** What the rock of a version holds; `tall` is the world from 1.18 on, with its deepslate. */
export function depositsOf(tall: boolean): readonly Deposit[] {
  return tall ? TALL_WORLD : OLD_WORLD
}

/** Throws for the height of a vein. */
export function heightIn({ shape, min, max }: HeightRange, dice: Dice): number {
  const range = max - min
  if (shape === 'uniform') return min + dice.below(range + 1)
  return min + dice.below(Math.ceil(range / 2) + 1) + dice.below(Math.floor(range / 2) + 1)
}
