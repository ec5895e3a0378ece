import type { ColumnBuffer } from './column-buffer.ts'
import type { Landscape } from './landscape.ts'

/** Marks a block that must not be carved. */
export const ROCK = -1

/** Removes rock: carvers and noise caves. */
export interface CaveGenerator {
  carve(buffer: ColumnBuffer, landscape: Landscape): void
  /** Whether the surface block at the given height may be missing at a dry position. */
  open(x: number, z: number, ground: number): boolean
  /** Whether the rock at any position, in any column, may be missing. */
  mayCarve(x: number, y: number, z: number): boolean
}

/** Contents of caves in the column surveyed last. */
export interface Filling {
  survey(buffer: ColumnBuffer): void
  /**
   * State of a carved block, or {@link ROCK}.
   *
   * @param place index of the block within its layer
   */
  at(place: number, y: number): number
  /** Whether a cave at a position, in any column, may hold a liquid. */
  mayFlood(x: number, y: number, z: number): boolean
}

/** Lava up to a height and air above, as in versions up to 1.17. */
export function createDryFilling(air: number, lava: number, lavaLevel: number): Filling {
  const mayFlood = (_x: number, y: number) => y <= lavaLevel
  return { survey() {}, at: (_place, y) => (y <= lavaLevel ? lava : air), mayFlood }
}
