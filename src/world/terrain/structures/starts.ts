import { ChunkMap } from '#geometry/chunk-map'

/** Maximum number of chunks whose starts are cached; beyond it the cache is cleared. */
const MAX_CACHED = 256

/** Structures by their starting chunk, each made once while it is cached; null where none starts. */
export class Starts<T> {
  readonly #make: (chunkX: number, chunkZ: number) => T | null
  readonly #made = new ChunkMap<{ readonly start: T | null }>()

  constructor(make: (chunkX: number, chunkZ: number) => T | null) {
    this.#make = make
  }

  at(chunkX: number, chunkZ: number): T | null {
    const known = this.#made.get(chunkX, chunkZ)
    if (known) return known.start
    if (this.#made.size >= MAX_CACHED) this.#made.clear()
    const start = this.#make(chunkX, chunkZ)
    this.#made.set(chunkX, chunkZ, { start })
    return start
  }
}
