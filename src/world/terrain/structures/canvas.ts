import type { ColumnBuffer } from '../column-buffer.ts'
import type { BlockEntity } from './block-entity.ts'
import type { Matter } from './matter.ts'

/** Whether something may be at a position, in any column. */
export type At = (x: number, y: number, z: number) => boolean

/** Offsets of the neighbours of a block. */
const AROUND = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 0, 1],
  [0, 0, -1],
  [0, 1, 0],
  [0, -1, 0],
] as const

/** The column in which structures are placed. It takes world coordinates and ignores blocks outside it. */
export class Canvas {
  readonly buffer: ColumnBuffer
  readonly chunkX: number
  readonly chunkZ: number
  /** Block entities placed so far. */
  readonly entities: BlockEntity[] = []
  readonly #matter: Matter
  readonly #mayHoldLiquid: At

  constructor(buffer: ColumnBuffer, matter: Matter, mayHoldLiquid: At) {
    this.buffer = buffer
    this.chunkX = buffer.chunkX
    this.chunkZ = buffer.chunkZ
    this.#matter = matter
    this.#mayHoldLiquid = mayHoldLiquid
  }

  has(x: number, y: number, z: number): boolean {
    const { minY, height } = this.buffer
    return x >> 4 === this.chunkX && z >> 4 === this.chunkZ && y >= minY && y < minY + height
  }

  /** State of a block; undefined outside the column. */
  get(x: number, y: number, z: number): number | undefined {
    return this.has(x, y, z) ? this.buffer.get(x & 15, y, z & 15) : undefined
  }

  set(x: number, y: number, z: number, state: number): void {
    if (!this.has(x, y, z)) return
    this.buffer.set(x & 15, y, z & 15, state)
  }

  /** Removes a block, unless a liquid would flow in. Returns whether the position is open. */
  carve(x: number, y: number, z: number): boolean {
    const state = this.get(x, y, z)
    if (state === undefined || this.#matter.liquid(state)) return false
    if (state === 0) return true
    for (const [dx, dy, dz] of AROUND) {
      const beside = this.get(x + dx, y + dy, z + dz)
      // Caves in other columns may hold liquids.
      const isUnsure = dy === 0 && beside === undefined && this.#mayHoldLiquid(x + dx, y, z + dz)
      if (isUnsure || this.#matter.liquid(beside)) return false
    }
    this.set(x, y, z, 0)
    return true
  }

  /** Places a block together with its block entity. */
  setEntity(entity: BlockEntity, state: number): void {
    const { x, y, z } = entity
    if (!this.has(x, y, z)) return
    this.set(x, y, z, state)
    this.entities.push(entity)
  }
}
