import type { ColumnSection } from '#body/client-world'

const SECTION_BLOCKS = 4096

/** Unpacks sections of columns into codes, ordered y, z, x. */
export class SectionDecoder {
  readonly #uniform = new Map<number, Uint16Array>()

  /** Codes of a section; all sections of one single state share one array. */
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

  /** Whether the array stands for more sections than one and must be copied before a change. */
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
