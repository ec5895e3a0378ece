/** More than the width of a world in chunks. A pair of coordinates still fits a double exactly. */
const SPAN = 2 ** 23
const HALF = SPAN / 2

/** Width of the square of chunks that are found without hashing. */
const RECENT = 16

/** A map from chunks to values, fast for chunks close to each other. */
export class ChunkMap<T> {
  readonly #values = new Map<number, T>()
  readonly #recentKeys = new Float64Array(RECENT * RECENT).fill(-1)
  readonly #recent: (T | undefined)[] = new Array(RECENT * RECENT).fill(undefined)

  get size(): number {
    return this.#values.size
  }

  get(chunkX: number, chunkZ: number): T | undefined {
    const key = chunkKey(chunkX, chunkZ)
    const slot = slotOf(chunkX, chunkZ)
    if (this.#recentKeys[slot] === key) return this.#recent[slot]
    const value = this.#values.get(key)
    this.#recentKeys[slot] = key
    this.#recent[slot] = value
    return value
  }

  set(chunkX: number, chunkZ: number, value: T): void {
    this.#values.set(chunkKey(chunkX, chunkZ), value)
    this.#recentKeys[slotOf(chunkX, chunkZ)] = -1
  }

  delete(chunkX: number, chunkZ: number): void {
    const key = chunkKey(chunkX, chunkZ)
    const slot = slotOf(chunkX, chunkZ)
    this.#values.delete(key)
    if (this.#recentKeys[slot] !== key) return
    this.#recentKeys[slot] = -1
    // What is deleted must not stay in memory.
    this.#recent[slot] = undefined
  }

  /** All values in insertion order. */
  values(): Iterable<T> {
    return this.#values.values()
  }

  clear(): void {
    this.#values.clear()
    this.#recentKeys.fill(-1)
    this.#recent.fill(undefined)
  }
}

/** A unique number for a chunk. */
export function chunkKey(chunkX: number, chunkZ: number): number {
  return (chunkX + HALF) * SPAN + chunkZ + HALF
}

function slotOf(chunkX: number, chunkZ: number): number {
  return (chunkX & (RECENT - 1)) * RECENT + (chunkZ & (RECENT - 1))
}
