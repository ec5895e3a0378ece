import type { ColumnBuffer } from '../column-buffer.ts'
import type { BlockEntity } from './block-entity.ts'

/** The column in which structures are placed. It takes world coordinates and ignores blocks outside it. */
export class Canvas {
  readonly buffer: ColumnBuffer
  readonly chunkX: number
  readonly chunkZ: number
  /** Block entities placed so far. */
  readonly entities: BlockEntity[] = []

  constructor(buffer: ColumnBuffer) {
    this.buffer = buffer
    this.chunkX = buffer.chunkX
    this.chunkZ = buffer.chunkZ
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

  /** Places a block together with its block entity. */
  setEntity(entity: BlockEntity, state: number): void {
    const { x, y, z } = entity
    if (!this.has(x, y, z)) return
    this.set(x, y, z, state)
    this.entities.push(entity)
  }
}
