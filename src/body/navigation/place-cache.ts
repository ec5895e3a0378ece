import type { Position } from './position.ts'

/** Number of entries, a power of two. A search rarely reads more places. */
const SIZE = 1 << 15
/** Places lie within this distance of the origin (blocks). */
const REACH = 512

/** Numbers by place that hold during one search, which reads each many times. Places can push each other out. */
export class PlaceCache {
  readonly #keys = new Int32Array(SIZE)
  /** The search in which each entry was made. */
  readonly #searches = new Int32Array(SIZE)
  readonly #values = new Float64Array(SIZE)
  #read: (x: number, y: number, z: number) => number = () => 0
  #search = 0
  #x = 0
  #y = 0
  #z = 0

  /**
   * Forgets everything.
   * @param origin start of the next search.
   * @param read gives the number of a place.
   */
  begin({ x, y, z }: Position, read: (x: number, y: number, z: number) => number): void {
    this.#search++
    this.#read = read
    this.#x = x - REACH
    this.#y = y - REACH
    this.#z = z - REACH
  }

  /** The number of a place. */
  at(x: number, y: number, z: number): number {
    const key = ((x - this.#x) << 20) | ((y - this.#y) << 10) | (z - this.#z)
    // Neighbours get different slots.
    const slot = (Math.imul(key, 0x9e3779b1) >>> 17) & (SIZE - 1)
    if (this.#keys[slot] === key && this.#searches[slot] === this.#search)
      return this.#values[slot] as number
    const value = this.#read(x, y, z)
    this.#keys[slot] = key
    this.#searches[slot] = this.#search
    this.#values[slot] = value
    return value
  }
}
