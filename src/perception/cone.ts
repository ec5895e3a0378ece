interface Point {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** Distance from the middle of a block to its corners. */
export const BLOCK_RADIUS = Math.sqrt(3) / 2

/** All that an eye may see through a hole as large as a block. */
export class Cone {
  readonly #eye: Point
  readonly #toward: Point
  readonly #halfAngle: number

  /** @param hole its middle. */
  constructor(eye: Point, hole: Point) {
    const distance = Math.hypot(hole.x - eye.x, hole.y - eye.y, hole.z - eye.z) || 1
    this.#eye = eye
    this.#toward = {
      x: (hole.x - eye.x) / distance,
      y: (hole.y - eye.y) / distance,
      z: (hole.z - eye.z) / distance,
    }
    this.#halfAngle = angularRadius(BLOCK_RADIUS, distance)
  }

  /** Whether a ball reaches into the cone. */
  meets(x: number, y: number, z: number, radius: number): boolean {
    const dx = x - this.#eye.x
    const dy = y - this.#eye.y
    const dz = z - this.#eye.z
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz)
    if (distance <= radius) return true
    const { x: towardX, y: towardY, z: towardZ } = this.#toward
    const ahead = (dx * towardX + dy * towardY + dz * towardZ) / distance
    return Math.acos(Math.min(1, ahead)) <= this.#halfAngle + angularRadius(radius, distance)
  }
}

/** Half the angle (radians) that a ball takes up. */
function angularRadius(radius: number, distance: number): number {
  return distance <= radius ? Math.PI : Math.asin(radius / distance)
}
