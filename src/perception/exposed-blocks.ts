import { ChunkMap } from '#geometry/chunk-map'
import type { BlockTable } from '#knowledge/block-traits'
import type { LoadedBlocks } from './loaded-blocks.ts'

/**
 * Rare kinds that plans depend on. Perception looks for each such block. All other kinds are common enough for the fan of
 * lines of sight.
 */
const RARE =
  /_ore$|_log$|^ancient_debris$|^(crimson|warped)_stem$|^(crafting_table|furnace|blast_furnace|smoker|chest|trapped_chest|barrel|spawner|obsidian|lava|sugar_cane|cactus|bamboo|clay|pumpkin|carved_pumpkin|melon|bookshelf|cobweb|hay_block)$|_bed$/

const NONE = new Uint16Array(0)

export function isRare(kind: string): boolean {
  return RARE.test(kind)
}

/**
 * The exposed rare blocks of each section: those next to a transparent block. No line of sight reaches others. The edge of
 * a chunk that is not loaded counts as transparent.
 */
export class ExposedBlocks {
  readonly #loaded: LoadedBlocks
  readonly #traits: BlockTable
  /** 1 for codes of rare kinds. */
  readonly #rare: Uint8Array
  /** Positions of rare blocks by section, and of the exposed ones. */
  readonly #rareIn = new ChunkMap<Map<number, Uint16Array>>()
  readonly #openIn = new ChunkMap<Map<number, Uint16Array>>()

  constructor(loaded: LoadedBlocks, traits: BlockTable) {
    this.#loaded = loaded
    this.#traits = traits
    const isRareKind = traits.kindNames.map(isRare)
    this.#rare = new Uint8Array(traits.kind.length)
    traits.kind.forEach((kind, code) => {
      this.#rare[code] = Number(isRareKind[kind])
    })
  }

  /** Positions (y, z, x) of exposed rare blocks in a section; empty if it is not loaded. */
  section(chunkX: number, sectionY: number, chunkZ: number): Uint16Array {
    const codes = this.#loaded.section(chunkX, sectionY, chunkZ)?.codes
    if (!codes) return NONE
    const columnOpen = columnOf(this.#openIn, chunkX, chunkZ)
    const known = columnOpen.get(sectionY)
    if (known) return known
    const columnRare = columnOf(this.#rareIn, chunkX, chunkZ)
    const rare = columnRare.get(sectionY) ?? this.#rareAmong(codes)
    columnRare.set(sectionY, rare)
    const open = this.#openAmong(rare, codes, chunkX * 16, sectionY * 16, chunkZ * 16)
    columnOpen.set(sectionY, open)
    return open
  }

  /** Call this when a column was loaded, also if it was loaded before. */
  loaded(chunkX: number, chunkZ: number): void {
    this.#rareIn.delete(chunkX, chunkZ)
    this.#openIn.delete(chunkX, chunkZ)
  }

  /** Call this when a block changed. The change may expose or cover its neighbours. */
  changed(x: number, y: number, z: number): void {
    const rareHere = this.#rareIn.get(x >> 4, z >> 4)
    const wasRare = rareHere?.get(y >> 4)?.includes(((y & 15) << 8) | ((z & 15) << 4) | (x & 15))
    const isRareNow = this.#rare[this.#loaded.code(x, y, z)] === 1
    if (wasRare !== isRareNow) rareHere?.delete(y >> 4)
    // A neighbour is in another section only at a border.
    const here = this.#openIn.get(x >> 4, z >> 4)
    here?.delete(y >> 4)
    for (const d of [-1, 1]) {
      if ((y + d) >> 4 !== y >> 4) here?.delete((y + d) >> 4)
      if ((x + d) >> 4 !== x >> 4) this.#openIn.get((x + d) >> 4, z >> 4)?.delete(y >> 4)
      if ((z + d) >> 4 !== z >> 4) this.#openIn.get(x >> 4, (z + d) >> 4)?.delete(y >> 4)
    }
  }

  #rareAmong(codes: Uint16Array): Uint16Array {
    const rare = this.#rare
    const places: number[] = []
    for (let place = 0; place < codes.length; place++)
      if (rare[codes[place] ?? 0] === 1) places.push(place)
    return places.length === 0 ? NONE : Uint16Array.from(places)
  }

  #openAmong(
    rare: Uint16Array,
    codes: Uint16Array,
    x0: number,
    y0: number,
    z0: number,
  ): Uint16Array {
    const { opaque } = this.#traits
    const clear = (place: number) => opaque[codes[place] ?? 0] === 0
    const open = rare.filter((place) => {
      const [x, y, z] = [place & 15, place >> 8, (place >> 4) & 15]
      const isInside = x > 0 && x < 15 && y > 0 && y < 15 && z > 0 && z < 15
      if (!isInside) return this.#isOpen(x0 + x, y0 + y, z0 + z)
      return (
        clear(place + 256) ||
        clear(place - 256) ||
        clear(place + 1) ||
        clear(place - 1) ||
        clear(place + 16) ||
        clear(place - 16)
      )
    })
    return open.length === 0 ? NONE : open
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

function columnOf<T>(columns: ChunkMap<Map<number, T>>, chunkX: number, chunkZ: number) {
  const known = columns.get(chunkX, chunkZ)
  if (known) return known
  const made = new Map<number, T>()
  columns.set(chunkX, chunkZ, made)
  return made
}
