import type { NoiseFunction3D } from 'simplex-noise'
import type { ColumnBuffer } from './column-buffer.ts'
import { createSpaceNoise } from './noise.ts'

/** The noise is sampled at the corners of cells of this size (blocks) and interpolated within them. */
export const CELL_WIDTH = 4
export const CELL_HEIGHT = 8

const ROW = 16 / CELL_WIDTH + 1
const FLOOR = ROW * ROW

/** Indices of a cell's corners, relative to its first. */
const CORNERS = [0, 1, ROW, ROW + 1, FLOOR, FLOOR + 1, FLOOR + ROW, FLOOR + ROW + 1]

/** Index of the cell that starts at a block of a column; y counts from the column's lowest block. */
export function cellOf(x: number, y: number, z: number): number {
  return (y / CELL_HEIGHT) * FLOOR + (z / CELL_WIDTH) * ROW + x / CELL_WIDTH
}

/** Smooth 3D noise that is cheap to evaluate for every block of a column. */
export class NoiseLattice {
  readonly #noise: NoiseFunction3D
  #corners = new Float64Array(0)

  /** @param across @param up horizontal and vertical scale of the noise (blocks) */
  constructor(name: string, across: number, up: number) {
    this.#noise = createSpaceNoise(name, across, up)
  }

  /** Samples the noise at all corners of a column, up to a height. */
  sample({ chunkX, chunkZ, minY }: ColumnBuffer, top: number): void {
    const layers = Math.floor((top - minY) / CELL_HEIGHT) + 2
    if (this.#corners.length < layers * FLOOR) this.#corners = new Float64Array(layers * FLOOR)
    let corner = 0
    for (let layer = 0; layer < layers; layer++) {
      const y = minY + layer * CELL_HEIGHT
      for (let row = 0; row < ROW; row++) {
        const z = chunkZ * 16 + row * CELL_WIDTH
        for (let i = 0; i < ROW; i++) {
          this.#corners[corner++] = this.#noise(chunkX * 16 + i * CELL_WIDTH, y, z)
        }
      }
    }
  }

  /** Whether the noise may be between two values anywhere in a cell of the sampled column. */
  comesBetween(cell: number, from: number, to: number): boolean {
    let min = Number.POSITIVE_INFINITY
    let max = Number.NEGATIVE_INFINITY
    for (const offset of CORNERS) {
      const value = this.#corners[cell + offset] ?? 0
      if (value < min) min = value
      if (value > max) max = value
    }
    return min < to && max > from
  }

  /** The noise at a block of a cell of the sampled column. */
  within(cell: number, dx: number, dy: number, dz: number): number {
    const low = this.#flat(cell, dx, dz)
    return low + ((this.#flat(cell + FLOOR, dx, dz) - low) * dy) / CELL_HEIGHT
  }

  #flat(corner: number, dx: number, dz: number): number {
    const a = this.#corners[corner] ?? 0
    const b = this.#corners[corner + 1] ?? 0
    const c = this.#corners[corner + ROW] ?? 0
    const d = this.#corners[corner + ROW + 1] ?? 0
    return mix(mix(a, b, dx / CELL_WIDTH), mix(c, d, dx / CELL_WIDTH), dz / CELL_WIDTH)
  }

  /** The noise at any block of the world; equal to {@link within} for a sampled column. */
  at(x: number, y: number, z: number): number {
    const dx = x & (CELL_WIDTH - 1)
    const dy = y & (CELL_HEIGHT - 1)
    const dz = z & (CELL_WIDTH - 1)
    const along = (cornerY: number, cornerZ: number) =>
      mix(
        this.#noise(x - dx, cornerY, cornerZ),
        this.#noise(x - dx + CELL_WIDTH, cornerY, cornerZ),
        dx / CELL_WIDTH,
      )
    const across = (cornerY: number) =>
      mix(along(cornerY, z - dz), along(cornerY, z - dz + CELL_WIDTH), dz / CELL_WIDTH)
    return mix(across(y - dy), across(y - dy + CELL_HEIGHT), dy / CELL_HEIGHT)
  }
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share
}
