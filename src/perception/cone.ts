interface Point {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** Distance from the middle of a block to its corners. */
const BLOCK_RADIUS = Math.sqrt(3) / 2

/** All that an eye may see through a hole as large as a block. */
export class Cone {
  readonly #eye: Point
  /** From the eye to the middle of the hole, of length 1. */
  readonly #axis: Point
  /** Of half the angle at the tip. */
  readonly #sine: number
  readonly #cosine: number

  /** @param hole its middle. */
  constructor(eye: Point, hole: Point) {
    const distance = Math.hypot(hole.x - eye.x, hole.y - eye.y, hole.z - eye.z)
    this.#eye = eye
    this.#axis = {
      x: (hole.x - eye.x) / distance,
      y: (hole.y - eye.y) / distance,
      z: (hole.z - eye.z) / distance,
    }
    this.#sine = BLOCK_RADIUS / distance
    this.#cosine = Math.sqrt(1 - this.#sine ** 2)
  }

  /** Whether it may have a part of the block in it whose middle is given. */
  meets(x: number, y: number, z: number): boolean {
    // From within the hole there is no telling.
    if (!(this.#sine < 1)) return true
    const dx = x - this.#eye.x
    const dy = y - this.#eye.y
    const dz = z - this.#eye.z
    const along = dx * this.#axis.x + dy * this.#axis.y + dz * this.#axis.z
    const across = Math.sqrt(Math.max(0, dx * dx + dy * dy + dz * dz - along * along))
    return across * this.#cosine - along * this.#sine <= BLOCK_RADIUS
  }
}
