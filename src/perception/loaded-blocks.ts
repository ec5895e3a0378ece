import type { ClientWorld, Column } from '#body/client-world'
import type { Unsubscribe } from '#body/listen'
import { ChunkMap } from '#geometry/chunk-map'
import type { BlockTable } from '#knowledge/block-traits'
import type { KnownSection } from './block-memory.ts'
import { SectionDecoder } from './section-decoder.ts'

/** Told of everything that happens to loaded columns, after it happened. */
export interface LoadedBlocksListener {
  loaded(chunkX: number, chunkZ: number): void
  /** A block has a new code. */
  changed(x: number, y: number, z: number, code: number, before: number): void
  /** The server has told the light of a column anew. */
  lit?(chunkX: number, chunkZ: number): void
}

/** One section of a loaded column, ready for lines of sight. */
export interface LoadedSection {
  /** Codes by place (y, z, x); not to be written to. */
  readonly codes: Uint16Array
  /** {@link OPAQUE} and {@link UP_TO_DATE} by place: all that most steps of a line need, in few bytes. */
  readonly sight: Uint8Array
}

/** A line of sight ends here. */
export const OPAQUE = 1
/** The memory has this place as it is; set by whoever notes it, cleared when the block changes. */
export const UP_TO_DATE = 2

interface LoadedColumn {
  readonly packed: Column
  readonly bottomSection: number
  /** Unpacked when first asked for. */
  readonly sections: (LoadedSection | undefined)[]
  /** Height of the highest block that covers the sky, by place; {@link NOT_MEASURED} until asked. */
  readonly cover: Int16Array
  /** The same as it was when the column was sent, for light that was not sent with it. */
  readonly coverSent: Int16Array
  /** Whether the sections of the column were sent, and with them, up to 1.13, their light. */
  readonly sent: readonly boolean[]
}

const NOT_MEASURED = -32768

/**
 * The blocks that the server has sent: what is really there, for lines of sight to pass through.
 * Not for skills: in `seen` mode the agent must not ask it.
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

  /** Takes in what is loaded already, and follows the world from now on. */
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

  /** A section, unpacked; undefined where nothing is loaded. */
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

  /** Unpacks a whole column, from the lowest section up, for a reader that keeps it. */
  *unpack(chunkX: number, chunkZ: number): Iterable<KnownSection> {
    const column = this.#columns.get(chunkX, chunkZ)
    for (const [index, packed] of (column?.packed.sections ?? []).entries()) {
      const codes = this.#decoder.decode(packed)
      const sectionY = (column?.bottomSection ?? 0) + index
      yield { chunkX, sectionY, chunkZ, codes, shared: this.#decoder.isShared(codes) }
    }
  }

  /** Code of the block at a place; 0 where nothing is loaded. */
  code(x: number, y: number, z: number): number {
    const section = this.section(x >> 4, y >> 4, z >> 4)
    return section?.codes[((y & 15) << 8) | ((z & 15) << 4) | (x & 15)] ?? 0
  }

  /** Whether nothing but air, leaves and see-through blocks is above a place. */
  openToSky(x: number, y: number, z: number): boolean {
    const top = this.coverHeight(x, z)
    return top !== undefined && y >= top
  }

  /** Light at a place as the server sent it (0-15); 0 where nothing is loaded. */
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
    // What lies far above the ground is not sent.
    return kind === 'sky' && y > this.#coverSent(x, z, column) ? 15 : 0
  }

  #coverSent(x: number, z: number, column: LoadedColumn): number {
    const place = ((z & 15) << 4) | (x & 15)
    if (column.coverSent[place] === NOT_MEASURED)
      column.coverSent[place] = this.#measureCover(x, z, column)
    return column.coverSent[place] ?? NOT_MEASURED
  }

  /** Height of the highest block of a column that covers the sky; undefined where none is loaded. */
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

  /** @param was a block of the column that has been another one until now. */
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
