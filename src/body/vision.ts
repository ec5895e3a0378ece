/** What the agent sees, and what it assumes about the rest. */
export interface Vision {
  /** The known or assumed block state at a place; `UNLOADED` if its chunk is not loaded. */
  state(x: number, y: number, z: number): number
  /** Looks at one block now, rather than in the next round of looking. */
  examine(x: number, y: number, z: number): void
  /** Whether the block at a place is known rather than assumed. */
  isKnown(x: number, y: number, z: number): boolean
  /**
   * The known blocks of a section, by position (y, z, x): 0 for an unknown block. Undefined if the whole section is unknown.
   * For recordings; it may be the memory itself, so it must not be changed.
   */
  knownSection(chunkX: number, sectionY: number, chunkZ: number): Readonly<Uint16Array> | undefined
  /** Light level (0-15) at a known place; undefined elsewhere, and for perception that sees in the dark. */
  light(x: number, y: number, z: number): number | undefined
  /** Whether the agent sees in all directions at once. */
  readonly omnidirectional: boolean
}
