import type { Registry } from '#knowledge/registry'

/** What sets a dimension apart. */
interface DimensionKind {
  /** Number up to 1.15. */
  readonly number: number
  /** Blocks of the overworld that one block of the dimension stands for, horizontally. */
  readonly scale: number
  /** Height of its terrain, which may be less than that of its columns (blocks). */
  readonly logicalHeight: number
  /** Columns have sky light, rain falls, and players can sleep. */
  readonly hasSky: boolean
  /** Water evaporates, and lava flows as far as water. */
  readonly isUltrawarm: boolean
}

/** The dimensions of the practice world. */
export const DIMENSIONS = {
  overworld: { number: 0, scale: 1, logicalHeight: 384, hasSky: true, isUltrawarm: false },
  the_nether: { number: -1, scale: 8, logicalHeight: 128, hasSky: false, isUltrawarm: true },
} as const satisfies Record<string, DimensionKind>

export type DimensionName = keyof typeof DIMENSIONS

/** Lowest block height of a dimension, and height of its columns (blocks). */
export function boundsOf(
  { data }: Registry,
  dimension: DimensionName,
): { readonly minY: number; readonly height: number } {
  const isTall = dimension === 'overworld' && data.supportFeature('tallWorld')
  return isTall ? { minY: -64, height: 384 } : { minY: 0, height: 256 }
}
