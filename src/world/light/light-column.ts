import type { Column } from '../core/column.ts'
import { LAYER } from '../terrain/column-buffer.ts'
import type { ColumnLight, LightKind } from './light-levels.ts'

/** Indices of {@link LightColumn.beside}. */
export const WEST = 0
export const EAST = 1
export const NORTH = 2
export const SOUTH = 3

/** The light of one column, which flows to and from its neighbours. */
export class LightColumn {
  readonly chunkX: number
  readonly chunkZ: number
  /** The column's present blocks. */
  blocks: Column
  /** The neighbours with which it exchanges light, by side. */
  readonly beside: (LightColumn | undefined)[] = [undefined, undefined, undefined, undefined]
  /** Whether all light that can reach the column has arrived. */
  isComplete = false
  /** Index among the columns of a running computation. */
  slot = 0
  #light: ColumnLight
  /** Light of places above its end, and height of a column (blocks). */
  readonly #open: number
  readonly #height: number

  constructor(of: {
    chunkX: number
    chunkZ: number
    blocks: Column
    light: ColumnLight
    open: number
    height: number
  }) {
    this.chunkX = of.chunkX
    this.chunkZ = of.chunkZ
    this.blocks = of.blocks
    this.#light = of.light.slice()
    this.#open = of.open
    this.#height = of.height
  }

  get light(): ColumnLight {
    return this.#light
  }

  /** Light of both kinds at a place. */
  both(at: number): number {
    return this.#light[at] ?? this.#open
  }

  level(kind: LightKind, at: number): number {
    return (this.both(at) >> kind) & 15
  }

  /** Sets a level at a place that the column {@link covers}. */
  set(kind: LightKind, at: number, level: number): void {
    this.#light[at] = (this.both(at) & (0xf0 >> kind)) | (level << kind)
  }

  covers(at: number): boolean {
    return at < this.#light.length
  }

  /** Extends the column's light up to a place. */
  extendTo(at: number): void {
    if (this.covers(at)) return
    const layers = Math.min(this.#height, (at >> 8) + 16)
    const light = new Uint8Array(layers * LAYER).fill(this.#open)
    light.set(this.#light)
    this.#light = light
  }
}
