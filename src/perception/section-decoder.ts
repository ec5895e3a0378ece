import type { ColumnSection } from '#body/client-world'

const SECTION_BLOCKS = 4096

/** Decodes sections of columns into codes in the order y, z, x. */
export class SectionDecoder {
  readonly #uniform = new Map<number, Uint16Array>()

  /** The codes of a section. All sections of a single state share one array. */
  decode(section: ColumnSection | null | undefined): Uint16Array {
    if (!section) return this.#filled(1)
    const { data } = section
    const palette = section.getBlock ? section.palette : undefined
    const codes = new Uint16Array(SECTION_BLOCKS)
    let uniform = true
    for (let i = 0; i < SECTION_BLOCKS; i++) {
      const value = data.get(i)
      codes[i] = (palette ? (palette[value] ?? 0) : value) + 1
      if (codes[i] !== codes[0]) uniform = false
    }
    return uniform ? this.#filled(codes[0] ?? 1) : codes
  }

  /** Whether several sections share the array, so that a change must copy it first. */
  isShared(codes: Uint16Array): boolean {
    return this.#uniform.get(codes[0] ?? 0) === codes
  }

  #filled(code: number): Uint16Array {
    let codes = this.#uniform.get(code)
    if (!codes) {
      codes = new Uint16Array(SECTION_BLOCKS).fill(code)
      this.#uniform.set(code, codes)
    }
    return codes
  }
}
