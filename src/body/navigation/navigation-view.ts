import type { BlockTable } from '#knowledge/block-traits'
import type { Registry } from '#knowledge/registry'

/** What a route is planned on: blocks as the agent knows them, and what it can do to them. */
export interface NavigationView {
  readonly registry: Registry
  readonly blocks: BlockTable
  /** Block state, as far as the agent knows; stone where it knows nothing. */
  state(x: number, y: number, z: number): number
  /** Ticks to dig a block with the best tool at hand; Infinity when it cannot or should not be dug. */
  digTicks(state: number): number
  /** Ticks that the hands rest after each dig, beside it. */
  readonly digPause: number
  /** Blocks at hand for building. */
  readonly fillerCount: number
  /** Deepest fall that a way may have at a height (blocks). */
  maxDrop(y: number): number
  /** Height below which caves are shunned. */
  readonly waryBelow: number
  /** Whether a block is known, and not only taken for stone. */
  isKnown(x: number, y: number, z: number): boolean
  /** Whether something is known to hurt there. */
  isDangerous(x: number, y: number, z: number): boolean
  /** How many chasms a place is near that the body looked down into. */
  chasmsNear(x: number, y: number, z: number): number
  /** Places that did not work out lately. */
  avoids(x: number, y: number, z: number): boolean
}
