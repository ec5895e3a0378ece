import type { ColumnBuffer } from './column-buffer.ts'
import type { Landscape } from './landscape.ts'

/** Said of a place where no hollow may be: the rock stays. */
export const ROCK = -1

/** What takes away rock: carvers, and the caves that noise makes. */
export interface Hollows {
  carve(buffer: ColumnBuffer, landscape: Landscape): void
  /** Whether the ground, of the given height, may be missing at a dry place. */
  open(x: number, z: number, ground: number): boolean
}

/** What hollows in the rock hold, in the column that was surveyed last. */
export interface Filling {
  survey(buffer: ColumnBuffer): void
  /**
   * State of a hollow block, or {@link ROCK}.
   *
   * @param place number of the block within its layer
   */
  at(place: number, y: number): number
}

/** Lava up to a height and air above, as in the game up to 1.17. */
export function createDryFilling(air: number, lava: number, lavaLevel: number): Filling {
  return { survey() {}, at: (_place, y) => (y <= lavaLevel ? lava : air) }
}
