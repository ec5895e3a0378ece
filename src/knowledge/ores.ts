import type { Registry } from './registry.ts'

/** Heights of an ore in the overworld of one version (y). */
export interface OreHeights {
  /** Lowest and highest y at which it generates. */
  readonly min: number
  readonly max: number
  /** Y of the feet at which branch mining finds most of it without meeting lava lakes. */
  readonly best: number
}

/**
 * Up to 1.17, lava lakes fill caves up to y 10, so 11 is the lowest safe level. Ores are distributed evenly over their range
 * (lapis is densest at its centre), so the best level for each is that of the rarest ores in its range.
 */
const HEIGHTS_TO_1_17: Readonly<Record<string, OreHeights>> = {
  coal: { min: 0, max: 127, best: 11 },
  iron: { min: 0, max: 63, best: 11 },
  gold: { min: 0, max: 31, best: 11 },
  redstone: { min: 0, max: 15, best: 11 },
  lapis: { min: 0, max: 30, best: 14 },
  diamond: { min: 0, max: 15, best: 11 },
  copper: { min: 0, max: 96, best: 47 },
  emerald: { min: 4, max: 31, best: 12 },
}

/**
 * Since 1.18, ores have triangular distributions. Diamond and redstone become denser all the way down, but lava lakes fill
 * caves up to y -55, so the level stays one above them.
 */
const HEIGHTS_FROM_1_18: Readonly<Record<string, OreHeights>> = {
  coal: { min: 0, max: 255, best: 48 },
  iron: { min: -63, max: 255, best: 16 },
  gold: { min: -63, max: 31, best: -16 },
  redstone: { min: -63, max: 15, best: -53 },
  lapis: { min: -63, max: 63, best: 0 },
  diamond: { min: -63, max: 15, best: -53 },
  copper: { min: -15, max: 111, best: 47 },
  emerald: { min: -16, max: 255, best: 90 },
}

/** Heights of an ore block (`iron_ore`, `deepslate_iron_ore`); undefined for other blocks. */
export function oreHeights(registry: Registry, block: string): OreHeights | undefined {
  const ore = /^(?:deepslate_)?(\w+)_ore$/.exec(block)?.[1] ?? ''
  if (!registry.hasBlock(block)) return undefined
  const heights = registry.data.isNewerOrEqualTo('1.18') ? HEIGHTS_FROM_1_18 : HEIGHTS_TO_1_17
  return heights[ore]
}
