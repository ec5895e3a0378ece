import { ChunkMap } from '#geometry/chunk-map'
import type { Column } from '../core/column.ts'

/** Number of columns that stay: the first ones, near the spawn. */
const MAX_KEPT = 300
/** Maximum number of later columns, the oldest of which is dropped. Light needs a column before a player gets it. */
const MAX_RECENT = 100

/** Caches generated columns. */
export class ColumnCache {
  readonly #make: (chunkX: number, chunkZ: number) => Column
  readonly #columns = new ChunkMap<Column>()
  readonly #recent: (readonly [chunkX: number, chunkZ: number])[] = []

  constructor(make: (chunkX: number, chunkZ: number) => Column) {
    this.#make = make
  }

  get(chunkX: number, chunkZ: number): Column {
    const known = this.#columns.get(chunkX, chunkZ)
    if (known) return known
    const made = this.#make(chunkX, chunkZ)
    if (this.#columns.size >= MAX_KEPT) {
      this.#recent.push([chunkX, chunkZ])
      const oldest = this.#recent.length > MAX_RECENT ? this.#recent.shift() : undefined
      if (oldest) this.#columns.delete(...oldest)
    }
    this.#columns.set(chunkX, chunkZ, made)
    return made
  }
}
