import { type BlockTable, blockTableOf } from '#knowledge/block-traits'
import type { Box } from '#knowledge/collision-shape'
import { perVersion } from '#knowledge/per-version'
import type { Registry } from '#knowledge/registry'

const EMPTY = 1
const FULL = 2
const PARTIAL = 3

/** What bodies collide with, by block state, quick enough for lines of sight and falling things. */
export class Shapes {
  readonly #table: BlockTable
  /** Per state: 0 when not known yet. */
  readonly #class = new Uint8Array(1 << 16)

  constructor(registry: Registry) {
    this.#table = blockTableOf(registry)
  }

  /** Collision boxes of a state. */
  boxes(state: number): readonly Box[] {
    return this.#table.traits(state).boxes
  }

  /** Whether nothing collides with the state. */
  empty(state: number): boolean {
    return this.#classOf(state) === EMPTY
  }

  /** Whether the state fills its whole place. */
  full(state: number): boolean {
    return this.#classOf(state) === FULL
  }

  /** Whether the top of the state carries what needs a whole face to stand on. */
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

/** The shapes of a version. */
export const shapesOf = perVersion((registry) => new Shapes(registry))
