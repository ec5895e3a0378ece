interface Point {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** Distance from the centre of a block to its corners (blocks). */
const BLOCK_RADIUS = Math.sqrt(3) / 2

/** Everything that an eye may see through a hole of the size of a block. */
export class Cone {
  readonly #eye: Point
  /** Direction from the eye to the centre of the hole, of length 1. */
  readonly #axis: Point
  /** Sine of half the angle at the tip. */
  readonly #sine: number
  readonly #cosine: number

  /** @param hole centre of the hole. */
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

  /** Whether the cone may intersect the block with this centre. */
  meets(x: number, y: number, z: number): boolean {
    // An eye inside the hole may see in any direction.
    if (!(this.#sine < 1)) return true
    const dx = x - this.#eye.x
    const dy = y - this.#eye.y
    const dz = z - this.#eye.z
    const along = dx * this.#axis.x + dy * this.#axis.y + dz * this.#axis.z
    const across = Math.sqrt(Math.max(0, dx * dx + dy * dy + dz * dz - along * along))
    return across * this.#cosine - along * this.#sine <= BLOCK_RADIUS
  }
}
