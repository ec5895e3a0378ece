import type { BlockTable } from '../knowledge/block-traits.ts'
import { ChunkMap } from './chunk-map.ts'
import type { LoadedBlocks } from './loaded-blocks.ts'
import { isRare } from './rare-kinds.ts'

const NONE = new Uint16Array(0)

/**
 * Where rare blocks lie open: per section the places of those that border on a see-through block,
 * the only ones that a line of sight can reach. A border to a chunk that is not loaded counts as open.
 */
export class ExposedBlocks {
  readonly #loaded: LoadedBlocks
  readonly #traits: BlockTable
  /** 1 for the codes of rare kinds. */
  readonly #rare: Uint8Array
  readonly #columns = new ChunkMap<Map<number, Uint16Array>>()

  constructor(loaded: LoadedBlocks, traits: BlockTable) {
    this.#loaded = loaded
    this.#traits = traits
    const isRareKind = traits.kindNames.map(isRare)
    this.#rare = Uint8Array.from(traits.kind, (kind) => Number(isRareKind[kind]))
  }

  /** Places (y, z, x) of exposed rare blocks in a section; empty where nothing is loaded. */
  section(chunkX: number, sectionY: number, chunkZ: number): Uint16Array {
    const codes = this.#loaded.section(chunkX, sectionY, chunkZ)?.codes
    if (!codes) return NONE
    const known = this.#columns.get(chunkX, chunkZ)?.get(sectionY)
    if (known) return known
    let column = this.#columns.get(chunkX, chunkZ)
    if (!column) {
      column = new Map()
      this.#columns.set(chunkX, chunkZ, column)
    }
    const places = this.#collect(codes, chunkX * 16, sectionY * 16, chunkZ * 16)
    column.set(sectionY, places)
    return places
  }

  /** A column was loaded, or loaded again. */
  loaded(chunkX: number, chunkZ: number): void {
    this.#columns.delete(chunkX, chunkZ)
  }

  /** A block changed, which may lay bare or cover its neighbours too. */
  changed(x: number, y: number, z: number): void {
    for (const dy of [-1, 0, 1]) this.#columns.get(x >> 4, z >> 4)?.delete((y + dy) >> 4)
    for (const d of [-1, 1]) {
      this.#columns.get((x + d) >> 4, z >> 4)?.delete(y >> 4)
      this.#columns.get(x >> 4, (z + d) >> 4)?.delete(y >> 4)
    }
  }

  #collect(codes: Uint16Array, x0: number, y0: number, z0: number): Uint16Array {
    const rare = this.#rare
    const places: number[] = []
    for (let place = 0; place < codes.length; place++) {
      if (rare[codes[place] ?? 0] !== 1) continue
      if (this.#isOpen(x0 + (place & 15), y0 + (place >> 8), z0 + ((place >> 4) & 15)))
        places.push(place)
    }
    return places.length === 0 ? NONE : Uint16Array.from(places)
  }

  #isOpen(x: number, y: number, z: number): boolean {
    return (
      this.#clear(x, y + 1, z) ||
      this.#clear(x, y - 1, z) ||
      this.#clear(x + 1, y, z) ||
      this.#clear(x - 1, y, z) ||
      this.#clear(x, y, z + 1) ||
      this.#clear(x, y, z - 1)
    )
  }

  #clear(x: number, y: number, z: number): boolean {
    return this.#traits.opaque[this.#loaded.code(x, y, z)] === 0
  }
}
