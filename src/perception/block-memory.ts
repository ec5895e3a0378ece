import { ChunkMap } from '#geometry/chunk-map'
import type { BlockTable } from '#knowledge/block-traits'

/** The known blocks of one section of a chunk. */
export interface KnownSection {
  readonly chunkX: number
  readonly sectionY: number
  readonly chunkZ: number
  /** Codes by position (y, z, x); 0 for unknown blocks. */
  codes: Uint16Array
  /** Whether other sections share `codes`, so that a change must copy it first. */
  shared: boolean
  /** Grows with each change of a block. */
  revision: number
}

/** The remembered blocks of a world, by chunk and by kind. */
export interface WorldBlocks {
  readonly columns: ChunkMap<(KnownSection | undefined)[]>
  readonly byKind: Map<KnownSection, number>[]
  /** Number of sections that share no array. */
  readonly sections: number
}

/** The lowest section of the overworld in any version. Deeper ones are not remembered. */
const MIN_SECTION = -4
/** Limit on the remembered sections that share no array, of 8 kB each: a companion may walk for weeks. */
const MAX_SECTIONS = 16_384
/** Share of the limit that is left when the farthest chunks are forgotten. */
const KEPT = 0.75

/**
 * The blocks that the agent remembers, as it last saw them, with an index by kind. Air is remembered, but not indexed.
 */
export class BlockMemory {
  readonly #traits: BlockTable
  #columns = new ChunkMap<(KnownSection | undefined)[]>()
  #byKind: Map<KnownSection, number>[]
  /** Buffer for counting the kinds of a section. */
  readonly #counts: Uint16Array
  readonly #maxSections: number
  /** Number of sections that share no array. */
  #sections = 0

  /** @param maxSections limit on the sections; beyond it, the chunks that are farthest from the newest one are forgotten. */
  constructor(traits: BlockTable, maxSections = MAX_SECTIONS) {
    this.#traits = traits
    this.#byKind = this.#noKinds()
    this.#maxSections = maxSections
    this.#counts = new Uint16Array(traits.kindNames.length)
  }

  /** The remembered code at a position; 0 if unknown. */
  code(x: number, y: number, z: number): number {
    const section = this.section(x >> 4, y >> 4, z >> 4)
    return section?.codes[((y & 15) << 8) | ((z & 15) << 4) | (x & 15)] ?? 0
  }

  section(chunkX: number, sectionY: number, chunkZ: number): KnownSection | undefined {
    return this.#columns.get(chunkX, chunkZ)?.[sectionY - MIN_SECTION]
  }

  /** Returns a section to note blocks in, and creates it if necessary. */
  open(chunkX: number, sectionY: number, chunkZ: number): KnownSection {
    const known = this.section(chunkX, sectionY, chunkZ)
    if (known) return known
    const codes = new Uint16Array(4096)
    return this.#put({ chunkX, sectionY, chunkZ, codes, shared: false, revision: 0 })
  }

  /** Remembers one block. */
  note(section: KnownSection, place: number, code: number): void {
    const before = section.codes[place] ?? 0
    if (before === code) return
    if (section.shared) {
      section.codes = section.codes.slice()
      section.shared = false
      this.#sections++
    }
    section.codes[place] = code
    section.revision++
    const { kind } = this.#traits
    const kindBefore = kind[before] ?? 0
    const kindAfter = kind[code] ?? 0
    if (kindBefore === kindAfter) return
    this.#count(section, kindBefore, -1)
    this.#count(section, kindAfter, 1)
  }

  noteAt(x: number, y: number, z: number, code: number): void {
    const section = this.open(x >> 4, y >> 4, z >> 4)
    this.note(section, ((y & 15) << 8) | ((z & 15) << 4) | (x & 15), code)
  }

  /** Replaces a section. The memory takes ownership of its array, unless it is shared. */
  adopt(section: KnownSection): void {
    const { chunkX, sectionY, chunkZ, codes, shared } = section
    const before = this.section(chunkX, sectionY, chunkZ)
    if (before) for (const sections of this.#byKind) sections.delete(before)
    this.#put(section)
    const { kind } = this.#traits
    const counts = this.#counts.fill(0)
    if (shared) counts[kind[codes[0] ?? 0] ?? 0] = codes.length
    else
      for (const code of codes) {
        const number = kind[code] ?? 0
        counts[number] = (counts[number] ?? 0) + 1
      }
    for (let number = 1; number < counts.length; number++) {
      const count = counts[number] ?? 0
      if (count > 0) this.#byKind[number]?.set(section, count)
    }
  }

  /** The sections that contain a kind, and its count in each. */
  sectionsOf(kind: number): ReadonlyMap<KnownSection, number> {
    return this.#byKind[kind] ?? new Map()
  }

  /** The known sections of a chunk, highest first. */
  *sectionsDown(chunkX: number, chunkZ: number): Iterable<KnownSection> {
    const column = this.#columns.get(chunkX, chunkZ)
    for (let i = (column?.length ?? 0) - 1; i >= 0; i--) {
      const section = column?.[i]
      if (section) yield section
    }
  }

  hasChunk(chunkX: number, chunkZ: number): boolean {
    return this.#columns.get(chunkX, chunkZ) !== undefined
  }

  /** Number of chunks with known blocks. */
  get chunks(): number {
    return this.#columns.size
  }

  forget(): void {
    this.#columns.clear()
    this.#sections = 0
    for (const sections of this.#byKind) sections.clear()
  }

  /** Takes the blocks of another world in place of those of this one. @returns those of this one. */
  exchange(blocks: WorldBlocks | undefined): WorldBlocks {
    const before = { columns: this.#columns, byKind: this.#byKind, sections: this.#sections }
    this.#columns = blocks?.columns ?? new ChunkMap()
    this.#byKind = blocks?.byKind ?? this.#noKinds()
    this.#sections = blocks?.sections ?? 0
    return before
  }

  #noKinds(): Map<KnownSection, number>[] {
    return this.#traits.kindNames.map(() => new Map())
  }

  #put(section: KnownSection): KnownSection {
    let column = this.#columns.get(section.chunkX, section.chunkZ)
    if (!column) {
      column = []
      this.#columns.set(section.chunkX, section.chunkZ, column)
    }
    const index = section.sectionY - MIN_SECTION
    this.#sections += sizeOf(section) - sizeOf(column[index])
    column[index] = section
    if (this.#sections > this.#maxSections) this.#forgetFar(section)
    return section
  }

  /** Forgets the chunks that are farthest from a section. */
  #forgetFar({ chunkX, chunkZ }: KnownSection): void {
    const columns = [...this.#columns.values()].map((column) => {
      const sections = column.filter((one) => one !== undefined)
      const [at] = sections
      const distance = at ? Math.hypot(at.chunkX - chunkX, at.chunkZ - chunkZ) : 0
      return { at, sections, distance }
    })
    columns.sort((a, b) => b.distance - a.distance)
    for (const { at, sections } of columns) {
      if (this.#sections <= KEPT * this.#maxSections) return
      if (!at) continue
      for (const section of sections) for (const known of this.#byKind) known.delete(section)
      this.#columns.delete(at.chunkX, at.chunkZ)
      for (const section of sections) this.#sections -= sizeOf(section)
    }
  }

  #count(section: KnownSection, kind: number, change: number): void {
    const sections = this.#byKind[kind]
    if (kind === 0 || !sections) return
    const count = (sections.get(section) ?? 0) + change
    if (count > 0) sections.set(section, count)
    else sections.delete(section)
  }
}

/** What a section counts for. */
function sizeOf(section: KnownSection | undefined): number {
  return section && !section.shared ? 1 : 0
}
