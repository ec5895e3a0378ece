import type { Dice } from './chance.ts'

/** Numbers for each sphere: its centre and its radius. */
const FIELDS = 4

/**
 * A vein of the game's shape: spheres of random size, largest in the middle, along a short line with a random tilt.
 * One object is reused for all veins.
 */
export class Vein {
  readonly #balls: Float64Array
  #count = 0

  constructor(largest: number) {
    this.#balls = new Float64Array(largest * FIELDS)
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
    this.#count = size
    for (let i = 0; i < size; i++) {
      const share = i / size
      const thickness = (dice.next() * size) / 16
      const ball = i * FIELDS
      this.#balls[ball] = x + alongX * (1 - 2 * share)
      this.#balls[ball + 1] = startY + (endY - startY) * share
      this.#balls[ball + 2] = z + alongZ * (1 - 2 * share)
      this.#balls[ball + 3] = ((Math.sin(Math.PI * share) + 1) * thickness + 1) / 2
    }
  }

  /** Removes spheres outside a square from 0 to `width` along x and z. */
  clip(width: number): void {
    for (let i = this.#count - 1; i >= 0; i--) {
      const x = this.#balls[i * FIELDS] ?? 0
      const z = this.#balls[i * FIELDS + 2] ?? 0
      const radius = this.#balls[i * FIELDS + 3] ?? 0
      const apart = x + radius < 0 || x - radius > width || z + radius < 0 || z - radius > width
      if (apart) this.#drop(i)
    }
  }

  /** Removes a sphere; the last one takes its index. */
  #drop(index: number): void {
    this.#count--
    for (let field = 0; field < FIELDS; field++) {
      this.#balls[index * FIELDS + field] = this.#balls[this.#count * FIELDS + field] ?? 0
    }
  }

  /** Removes spheres inside another one, which are the majority and contribute nothing. */
  #dropHidden(): void {
    for (let i = this.#count - 1; i >= 0; i--) if (this.#isHidden(i)) this.#drop(i)
  }

  #isHidden(index: number): boolean {
    const balls = this.#balls
    const x = balls[index * FIELDS] ?? 0
    const y = balls[index * FIELDS + 1] ?? 0
    const z = balls[index * FIELDS + 2] ?? 0
    const radius = balls[index * FIELDS + 3] ?? 0
    for (let i = 0; i < this.#count; i++) {
      const slack = (balls[i * FIELDS + 3] ?? 0) - radius
      if (slack < 0 || i === index) continue
      const dx = x - (balls[i * FIELDS] ?? 0)
      const dy = y - (balls[i * FIELDS + 1] ?? 0)
      const dz = z - (balls[i * FIELDS + 2] ?? 0)
      if (dx * dx + dy * dy + dz * dz <= slack * slack) return true
    }
    return false
  }

  /** Visits rows of blocks (along x, inclusive) whose centres are in the vein. */
  rows(visit: (fromX: number, toX: number, y: number, z: number) => void): void {
    this.#dropHidden()
    for (let i = 0; i < this.#count; i++) {
      const x = this.#balls[i * FIELDS] ?? 0
      const y = this.#balls[i * FIELDS + 1] ?? 0
      const z = this.#balls[i * FIELDS + 2] ?? 0
      const radius = this.#balls[i * FIELDS + 3] ?? 0
      const top = Math.floor(y + radius)
      for (let rowY = Math.floor(y - radius); rowY <= top; rowY++) {
        const spanZ = radius * radius - (rowY + 0.5 - y) ** 2
        if (spanZ <= 0) continue
        const far = Math.floor(z + radius)
        for (let rowZ = Math.floor(z - radius); rowZ <= far; rowZ++) {
          const span = spanZ - (rowZ + 0.5 - z) ** 2
          if (span <= 0) continue
          const half = Math.sqrt(span)
          visit(Math.ceil(x - half - 0.5), Math.floor(x + half - 0.5), rowY, rowZ)
        }
      }
    }
  }
}
