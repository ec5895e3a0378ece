/** Width of a block state in the global palette up to 1.12 (bits). */
const GLOBAL_BITS = 13

/** The part of prismarine-chunk's columns up to 1.12 that reads packets. */
export interface LegacyColumn {
  maxBitsPerBlock?: number
  readonly sections: readonly (LegacySection | null | undefined)[]
  load(data: Buffer, ...rest: unknown[]): void
}

/** A section without a palette of its own uses the global one. */
interface LegacySection {
  readonly palette?: readonly number[] | null
  readonly data: { readonly bitsPerValue?: number }
}

type LegacyColumnClass = new (options: never) => LegacyColumn

/**
 * Makes a column class of 1.9 to 1.12 use the width of the protocol for the global palette. prismarine-chunk 1.41 derives
 * the width from the highest state in minecraft-data, which gives 12 bits. It misreads what follows such a section.
 * Sections use the global palette if they have more than 256 states; some servers always use it.
 */
export function withGlobalPalette(Column: LegacyColumnClass): LegacyColumnClass {
  return class extends Column {
    override maxBitsPerBlock = GLOBAL_BITS

    /** @throws RangeError if a section has another width, which prismarine-chunk does not notice. */
    override load(data: Buffer, ...rest: unknown[]): void {
      super.load(data, ...rest)
      for (const section of this.sections)
        if (section?.palette === null && section.data.bitsPerValue !== GLOBAL_BITS)
          throw new RangeError(`a section of the chunk does not have ${GLOBAL_BITS} bits per block`)
    }
  }
}
