import type { BlockTable } from '#knowledge/block-traits'
import type { Registry } from '#knowledge/registry'

/** The input of route planning: blocks as the agent knows them, and what it can do. */
export interface NavigationView {
  readonly registry: Registry
  readonly blocks: BlockTable
  /** The known or assumed block state. */
  state(x: number, y: number, z: number): number
  /** Ticks to dig a block with the best carried tool; Infinity for blocks that routes must not dig. */
  digTicks(state: number): number
  /** Cooldown after each dig (ticks). */
  readonly digPause: number
  /** Number of blocks for building. */
  readonly fillerCount: number
  /** Deepest fall of a route at a height (blocks). */
  maxDrop(y: number): number
  /** Height below which routes avoid caves. */
  readonly waryBelow: number
  /** Whether a block is known rather than assumed. */
  isKnown(x: number, y: number, z: number): boolean
  /** Whether a place is dangerous. */
  isDangerous(x: number, y: number, z: number): boolean
  /** Number of known chasms near a place. */
  chasmsNear(x: number, y: number, z: number): number
  /** Whether a block belongs to a building, which routes must not dig. */
  isProtected(kind: string, x: number, y: number, z: number): boolean
  /** Whether a place failed recently, or holds a block that protects the agent. */
  avoids(x: number, y: number, z: number): boolean
}
