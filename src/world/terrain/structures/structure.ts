import type { Registry } from '#knowledge/registry'
import type { Climate } from '../climate.ts'
import type { Landscape } from '../landscape.ts'
import type { At, Canvas } from './canvas.ts'

/** What structures generate in: the surface of a seed, and the version's blocks. */
export interface StructureSite {
  readonly registry: Registry
  readonly seed: number
  readonly climate: Climate
  /** Whether the terrain is that of 1.18 and later. */
  readonly tall: boolean
  /** Lowest block of the world. */
  readonly minY: number
  /** Height up to which lava fills caves. */
  readonly lavaLevel: number
  /** Whether a cave may be at a position. */
  readonly mayCarve: At
  /** Whether a cave at a position may hold a liquid. */
  readonly mayFlood: At
}

/** One kind of structure. */
export interface Structure {
  /** Places the parts of all structures of the kind that lie in a column. */
  generate(canvas: Canvas, landscape: Landscape): void
  /** Whether the surface at a position belongs to a structure, so that no tree grows on it. */
  covers?(x: number, z: number): boolean
}

/** Makes a kind of structure; undefined for versions without it. */
export type StructureFactory = (site: StructureSite) => Structure | undefined
