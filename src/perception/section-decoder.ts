const SECTION_CELLS = 4096

/** One section as prismarine-chunk keeps it, in the shapes it has from 1.9 on. */
interface PackedSection {
  readonly data: { get(index: number): number; readonly palette?: readonly number[] }
  /** Up to 1.17: numbers in `data` are indices into this, or state ids where it is null. */
  readonly palette?: readonly number[] | null
  /** Up to 1.17 only. */
  readonly getBlock?: unknown
}

/** A column of the bot's world: prismarine-chunk's, as far as perception reads it. */
export interface PackedColumn {
  /** Lowest block height. */
  readonly minY: number
  readonly sections: readonly (PackedSection | null | undefined)[]
}

/** Unpacks sections of columns into cells (state id + 1), ordered y, z, x. */
export class SectionDecoder {
  readonly #uniform = new Map<number, Uint16Array>()

  /** Cells of a section; all sections of one single state share one array. */
  decode(section: PackedSection | null | undefined): Uint16Array {
    if (!section) return this.#filled(1)
    const { data } = section
    const palette = section.getBlock ? section.palette : undefined
    const cells = new Uint16Array(SECTION_CELLS)
    let uniform = true
    for (let i = 0; i < SECTION_CELLS; i++) {
      const value = data.get(i)
      cells[i] = (palette ? (palette[value] ?? 0) : value) + 1
      if (cells[i] !== cells[0]) uniform = false
    }
    return uniform ? this.#filled(cells[0] ?? 1) : cells
  }

  /** Whether the array stands for more sections than one and must be copied before a change. */
  isShared(cells: Uint16Array): boolean {
    return this.#uniform.get(cells[0] ?? 0) === cells
  }

  #filled(cell: number): Uint16Array {
    let cells = this.#uniform.get(cell)
    if (!cells) {
      cells = new Uint16Array(SECTION_CELLS).fill(cell)
      this.#uniform.set(cell, cells)
    }
    return cells
  }
}
