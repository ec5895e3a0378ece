import type { ClientWorld, Column } from '#body/client-world'
import type { Unsubscribe } from '#body/listen'
import { ChunkMap } from '#geometry/chunk-map'
import type { BlockTable } from '#knowledge/block-traits'
import type { KnownSection } from './block-memory.ts'
import { SectionDecoder } from './section-decoder.ts'

/** Receives the changes of loaded columns. */
export interface LoadedBlocksListener {
  loaded(chunkX: number, chunkZ: number): void
  /** Called when a block has a new code. */
  changed(x: number, y: number, z: number, code: number, before: number): void
  /** Called when the server updated the light of a column. */
  lit?(chunkX: number, chunkZ: number): void
}

/** One section of a loaded column, prepared for lines of sight. */
export interface LoadedSection {
  /** Codes by position (y, z, x). Read only. */
  readonly codes: Uint16Array
  /** {@link OPAQUE} and {@link UP_TO_DATE} by position: all that most steps of a line need, in few bytes. */
  readonly sight: Uint8Array
}

/** The block ends a line of sight. */
export const OPAQUE = 1
/** The memory has the current block. The reader that notes it sets this bit; a change of the block clears it. */
export const UP_TO_DATE = 2

interface LoadedColumn {
  readonly packed: Column
  readonly bottomSection: number
  /** Decoded on first use. */
  readonly sections: (LoadedSection | undefined)[]
  /** Y of the highest block that covers the sky, by column; {@link NOT_MEASURED} until first use. */
  readonly cover: Int16Array
  /** The same when the column arrived, for light that the server did not send with it. */
  readonly coverSent: Int16Array
  /** Whether the server sent each section, and up to 1.13 its light. */
  readonly sent: readonly boolean[]
}

const NOT_MEASURED = -32768

/**
 * The blocks that the server sent, for lines of sight. Skills must not read them, because they include blocks that the
 * agent has not seen.
 */
export class LoadedBlocks {
  readonly #world: ClientWorld
  readonly #traits: BlockTable
  readonly #listener: LoadedBlocksListener
  readonly #decoder = new SectionDecoder()
  readonly #columns = new ChunkMap<LoadedColumn>()
  #unsubscribe: readonly Unsubscribe[] = []

  constructor(world: ClientWorld, traits: BlockTable, listener: LoadedBlocksListener) {
    this.#world = world
    this.#traits = traits
    this.#listener = listener
  }

  /** Reads the loaded columns, and follows changes from now on. */
  start(): void {
    this.#unsubscribe = [
      this.#world.onColumn(this.#load),
      this.#world.onColumnGone((chunkX, chunkZ) => this.#columns.delete(chunkX, chunkZ)),
      this.#world.onBlock(this.#change),
      this.#world.onLight((chunkX, chunkZ) => this.#listener.lit?.(chunkX, chunkZ)),
    ]
    for (const { chunkX, chunkZ } of this.#world.columns()) this.#load(chunkX, chunkZ)
  }

  stop(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
  }

  /** A decoded section; undefined if it is not loaded. */
  section(chunkX: number, sectionY: number, chunkZ: number): LoadedSection | undefined {
    const column = this.#columns.get(chunkX, chunkZ)
    if (!column) return undefined
    const index = sectionY - column.bottomSection
    return column.sections[index] ?? this.#unpackSection(column, index)
  }

  #unpackSection(column: LoadedColumn, index: number): LoadedSection | undefined {
    if (index < 0 || index >= column.packed.sections.length) return undefined
    const codes = this.#decoder.decode(column.packed.sections[index])
    const sight = new Uint8Array(codes.length)
    const { opaque } = this.#traits
    for (let place = 0; place < codes.length; place++) sight[place] = opaque[codes[place] ?? 0] ?? 0
    const section = { codes, sight }
    column.sections[index] = section
    return section
  }

  /** Decodes a whole column, lowest section first, for a reader that takes ownership. */
  *unpack(chunkX: number, chunkZ: number): Iterable<KnownSection> {
    const column = this.#columns.get(chunkX, chunkZ)
    for (const [index, packed] of (column?.packed.sections ?? []).entries()) {
      const codes = this.#decoder.decode(packed)
      const sectionY = (column?.bottomSection ?? 0) + index
      const shared = this.#decoder.isShared(codes)
      yield { chunkX, sectionY, chunkZ, codes, shared, revision: 0 }
    }
  }

  /** Code of the block at a position; 0 if it is not loaded. */
  code(x: number, y: number, z: number): number {
    const section = this.section(x >> 4, y >> 4, z >> 4)
    return section?.codes[((y & 15) << 8) | ((z & 15) << 4) | (x & 15)] ?? 0
  }

  isWater(x: number, y: number, z: number): boolean {
    const code = this.code(x, y, z)
    return code !== 0 && this.#traits.traits(code - 1).water
  }

  /** Y of the water surface above a block; that of the block if there is no water. */
  waterTop(x: number, y: number, z: number): number {
    let top = y
    while (this.isWater(x, top + 1, z)) top++
    return top
  }

  /** Whether only air, leaves and transparent blocks are above a position. */
  openToSky(x: number, y: number, z: number): boolean {
    const top = this.coverHeight(x, z)
    return top !== undefined && y >= top
  }

  /** Light level at a position as the server sent it (0-15); 0 if it is not loaded. */
  sentLight(kind: 'sky' | 'block', x: number, y: number, z: number): number {
    const column = this.#columns.get(x >> 4, z >> 4)
    if (!column) return 0
    const { packed } = column
    const sections = kind === 'sky' ? packed.skyLightSections : packed.blockLightSections
    if (sections) {
      const section = sections[((y - packed.minY) >> 4) + 1]
      if (section) return section.get(((y & 15) << 8) | ((z & 15) << 4) | (x & 15))
    } else if (column.sent[(y - packed.minY) >> 4]) {
      const place = { x: x & 15, y, z: z & 15 }
      return kind === 'sky' ? packed.getSkyLight(place) : packed.getBlockLight(place)
    }
    // Servers send no sections far above the ground.
    return kind === 'sky' && y > this.#coverSent(x, z, column) ? 15 : 0
  }

  #coverSent(x: number, z: number, column: LoadedColumn): number {
    const place = ((z & 15) << 4) | (x & 15)
    if (column.coverSent[place] === NOT_MEASURED)
      column.coverSent[place] = this.#measureCover(x, z, column)
    return column.coverSent[place] ?? NOT_MEASURED
  }

  /** Y of the highest block of a column that covers the sky; undefined if the column is not loaded. */
  coverHeight(x: number, z: number): number | undefined {
    const column = this.#columns.get(x >> 4, z >> 4)
    if (!column) return undefined
    const place = ((z & 15) << 4) | (x & 15)
    if (column.cover[place] === NOT_MEASURED) column.cover[place] = this.#measureCover(x, z, column)
    return column.cover[place]
  }

  readonly #load = (chunkX: number, chunkZ: number) => {
    const packed = this.#world.column(chunkX, chunkZ)
    if (!packed) return
    this.#columns.set(chunkX, chunkZ, {
      packed,
      bottomSection: packed.minY >> 4,
      sections: new Array(packed.sections.length).fill(undefined),
      cover: new Int16Array(256).fill(NOT_MEASURED),
      coverSent: new Int16Array(256).fill(NOT_MEASURED),
      sent: packed.sections.map(Boolean),
    })
    this.#listener.loaded(chunkX, chunkZ)
  }

  readonly #change = (x: number, y: number, z: number, state: number, before: number) => {
    const column = this.#columns.get(x >> 4, z >> 4)
    if (!column) return
    const code = state + 1
    const inLayer = ((z & 15) << 4) | (x & 15)
    column.cover[inLayer] = NOT_MEASURED
    if (column.coverSent[inLayer] === NOT_MEASURED)
      column.coverSent[inLayer] = this.#measureCover(x, z, column, { y, code: before + 1 })
    const index = (y >> 4) - column.bottomSection
    const section = column.sections[index]
    if (section) {
      const place = ((y & 15) << 8) | ((z & 15) << 4) | (x & 15)
      const codes = this.#decoder.isShared(section.codes) ? section.codes.slice() : section.codes
      codes[place] = code
      section.sight[place] = this.#traits.opaque[code] ?? 0
      column.sections[index] = { codes, sight: section.sight }
    }
    this.#listener.changed(x, y, z, code, before + 1)
  }

  /** @param was the former code of a block in the column that has changed. */
  #measureCover(
    x: number,
    z: number,
    column: LoadedColumn,
    was?: { readonly y: number; readonly code: number },
  ): number {
    const place = ((z & 15) << 4) | (x & 15)
    for (let index = column.packed.sections.length - 1; index >= 0; index--) {
      if (!column.packed.sections[index]) continue
      const sectionY = column.bottomSection + index
      const codes = this.section(x >> 4, sectionY, z >> 4)?.codes
      if (!codes) continue
      const isAir = this.#decoder.isShared(codes) && codes[0] === this.#traits.airCode
      if (isAir && (was === undefined || was.y >> 4 !== sectionY)) continue
      for (let y = sectionY * 16 + 15; y >= sectionY * 16; y--) {
        const code = y === was?.y ? was.code : codes[((y & 15) << 8) | place]
        if (this.#traits.coversSky[code ?? 0]) return y
      }
    }
    return NOT_MEASURED + 1
  }
}
