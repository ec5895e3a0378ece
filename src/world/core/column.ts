import type { ColumnLight } from '../light/light-levels.ts'

/** A chunk column of prismarine-chunk, as far as the rules and the protocol use it. */
export interface Column {
  /** From the bottom up; some versions use null for empty sections. */
  readonly sections: readonly ({ isEmpty(): boolean } | null)[]
  getBlockStateId(pos: { x: number; y: number; z: number }): number
  setBlockStateId(pos: { x: number; y: number; z: number }, state: number): void
  dump(): Buffer
  getMask(): unknown
  dumpBiomes?(): unknown
  /** Light as fields of the packet from 1.17 on, as bytes in 1.14 to 1.16, and nothing before. */
  dumpLight?(): unknown
  readonly skyLightMask?: unknown
  readonly blockLightMask?: unknown
  /** Light of the generated blocks, without that of other columns. Copies share it. */
  ownLight?: ColumnLight
}
