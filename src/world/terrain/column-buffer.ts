/** Number of blocks in a layer of a column. */
export const LAYER = 256

/**
 * The blocks of a column during generation: state ids by layer, row and block, in the order of the protocol's
 * sections.
 */
export class ColumnBuffer {
  readonly minY: number
  readonly height: number
  readonly states: Uint16Array
  /** The same, two blocks at a time. */
  readonly #pairs: Uint32Array
  chunkX = 0
  chunkZ = 0

  constructor(minY: number, height: number) {
    this.minY = minY
    this.height = height
    this.states = new Uint16Array(height * LAYER)
    this.#pairs = new Uint32Array(this.states.buffer)
  }

  /** Clears the buffer for another column. */
  begin(chunkX: number, chunkZ: number): void {
    this.chunkX = chunkX
    this.chunkZ = chunkZ
    this.states.fill(0)
  }

  /** Index of a block in {@link states}; x and z from 0 to 15 within the column. */
  index(x: number, y: number, z: number): number {
    return ((y - this.minY) << 8) | (z << 4) | x
  }

  /** Whether all blocks from one index to another (exclusive) are air. Both must be even. */
  isAir(from: number, to: number): boolean {
    for (let i = from / 2; i < to / 2; i++) if (this.#pairs[i] !== 0) return false
    return true
  }

  /** State at a position within the column; 0 (air) above and below the world. */
  get(x: number, y: number, z: number): number {
    return this.states[this.index(x, y, z)] ?? 0
  }

  set(x: number, y: number, z: number, state: number): void {
    this.states[this.index(x, y, z)] = state
  }
}
