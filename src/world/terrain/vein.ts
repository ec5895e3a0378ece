import type { Dice } from './chance.ts'

/** Called with a row of blocks along x, inclusive. */
type Visit = (fromX: number, toX: number, y: number, z: number) => void

/**
 * A vein of the game's shape: spheres of random size, largest in the middle, at equal distances along a short line with a
 * random tilt. One object is reused for all veins.
 */
export class Vein {
  readonly #radii: Float64Array
  /** How far the spheres from this one on reach back along the line (blocks). */
  readonly #reachBack: Float64Array
  #size = 0
  #x = 0
  #y = 0
  #z = 0
  #alongX = 0
  #alongY = 0
  #alongZ = 0

  constructor(largest: number) {
    this.#radii = new Float64Array(largest)
    this.#reachBack = new Float64Array(largest + 1)
  }

  /** Maximum distance of a vein's blocks from its start along any axis (blocks). */
  static reach(size: number): number {
    return size / 8 + (size / 8 + 1) / 2 + 2
  }

  /** Lays out a vein of a size around a point. */
  lay(dice: Dice, size: number, x: number, y: number, z: number): void {
    const angle = dice.next() * Math.PI
    const alongX = (Math.sin(angle) * size) / 8
    const alongZ = (Math.cos(angle) * size) / 8
    const startY = y + dice.below(3) - 2
    const endY = y + dice.below(3) - 2
    this.#size = size
    this.#x = x + alongX
    this.#y = startY
    this.#z = z + alongZ
    this.#alongX = -2 * alongX
    this.#alongY = endY - startY
    this.#alongZ = -2 * alongZ
    for (let i = 0; i < size; i++) {
      const thickness = (dice.next() * size) / 16
      this.#radii[i] = ((Math.sin((Math.PI * i) / size) + 1) * thickness + 1) / 2
    }
  }

  /** Visits rows of blocks whose centres are in the vein, in a square of `width` blocks from 0 along x and z. */
  rows(width: number, visit: Visit): void {
    const size = this.#size
    const radii = this.#radii
    const reachBack = this.#reachBack
    const step = Math.hypot(this.#alongX, this.#alongY, this.#alongZ) / size
    reachBack[size] = Number.POSITIVE_INFINITY
    for (let i = size - 1; i >= 0; i--)
      reachBack[i] = Math.min(reachBack[i + 1] ?? 0, i * step - (radii[i] ?? 0))
    let reached = Number.NEGATIVE_INFINITY
    for (let i = 0; i < size; i++) {
      const radius = radii[i] ?? 0
      const end = i * step + radius
      // Most spheres are inside another one and contribute nothing.
      if (end <= reached || (reachBack[i + 1] ?? 0) <= i * step - radius) continue
      reached = end
      const share = i / size
      const x = this.#x + this.#alongX * share
      const z = this.#z + this.#alongZ * share
      if (x + radius < 0 || x - radius > width || z + radius < 0 || z - radius > width) continue
      this.#ball(x, this.#y + this.#alongY * share, z, radius, width, visit)
    }
  }

  #ball(x: number, y: number, z: number, radius: number, width: number, visit: Visit): void {
    const top = Math.floor(y + radius)
    const near = Math.max(0, Math.floor(z - radius))
    const far = Math.min(width - 1, Math.floor(z + radius))
    for (let rowY = Math.floor(y - radius); rowY <= top; rowY++) {
      const spanZ = radius * radius - (rowY + 0.5 - y) ** 2
      if (spanZ <= 0) continue
      for (let rowZ = near; rowZ <= far; rowZ++) {
        const span = spanZ - (rowZ + 0.5 - z) ** 2
        if (span <= 0) continue
        const half = Math.sqrt(span)
        const fromX = Math.max(0, Math.ceil(x - half - 0.5))
        const toX = Math.min(width - 1, Math.floor(x + half - 0.5))
        if (fromX <= toX) visit(fromX, toX, rowY, rowZ)
      }
    }
  }
}
