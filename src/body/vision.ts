/** The known blocks of a section. It is the memory itself, or another object after the section was replaced. */
export interface KnownBlocks {
  /** Codes by position (y, z, x); 0 for unknown blocks. */
  readonly codes: Readonly<Uint16Array>
  /** Grows with each change of a block. */
  readonly revision: number
}

/** The land around a column as the agent recognizes it from afar. */
export interface DistantGround {
  /** Name of the ground, or of the water above it; undefined where trees hide it. */
  readonly name: string | undefined
  readonly isWater: boolean
  /** Whether trees are in sight. */
  readonly isWooded: boolean
  /** Y of the ground, below trees a guess. */
  readonly y: number
}

/** What the agent sees, and what it assumes about the rest. */
export interface Vision {
  /** The known or assumed block state at a place; `UNLOADED` if its chunk is not loaded. */
  state(x: number, y: number, z: number): number
  /** Looks at one block now, rather than in the next round of looking. */
  examine(x: number, y: number, z: number): void
  /** Whether the block at a place is known rather than assumed. */
  isKnown(x: number, y: number, z: number): boolean
  /** The known blocks of a section, for recordings. Undefined if the whole section is unknown. */
  knownSection(chunkX: number, sectionY: number, chunkZ: number): KnownBlocks | undefined
  /** The land around a column beyond the range of sight, to find out where to go; undefined where it is not known. */
  distantGround(x: number, z: number): DistantGround | undefined
  /** Light level (0-15) at a known place; undefined elsewhere, and for perception that sees in the dark. */
  light(x: number, y: number, z: number): number | undefined
  /** Whether the agent sees in all directions at once. */
  readonly omnidirectional: boolean
}
