import { type BlockTable, blockTableOf } from '#knowledge/block-traits'
import type { Box } from '#knowledge/collision-shape'
import { perVersion } from '#knowledge/per-version'
import type { Registry } from '#knowledge/registry'

const EMPTY = 1
const FULL = 2
const PARTIAL = 3

/** Collision shapes by block state, cached for ray casts and falling entities. */
export class Shapes {
  readonly #table: BlockTable
  /** Class of each state; 0 when it is not computed yet. */
  readonly #class = new Uint8Array(1 << 16)

  constructor(registry: Registry) {
    this.#table = blockTableOf(registry)
  }

  /** Collision boxes of a state. */
  boxes(state: number): readonly Box[] {
    return this.#table.traits(state).boxes
  }

  /** Whether the state has no collision box. */
  empty(state: number): boolean {
    return this.#classOf(state) === EMPTY
  }

  /** Whether the state is a full cube. */
  full(state: number): boolean {
    return this.#classOf(state) === FULL
  }

  /** Whether the top face is a full square, as blocks that need support require. */
  flatTop(state: number): boolean {
    return this.boxes(state).some(
      (box) => box[4] === 1 && box[0] <= 0 && box[2] <= 0 && box[3] >= 1 && box[5] >= 1,
    )
  }

  #classOf(state: number): number {
    const known = this.#class[state]
    if (known) return known
    const { boxes, cube } = this.#table.traits(state)
    const made = boxes.length === 0 ? EMPTY : cube ? FULL : PARTIAL
    this.#class[state] = made
    return made
  }
}

/** The shapes of a version, cached. */
export const shapesOf = perVersion((registry) => new Shapes(registry))
