import type { Vec3 } from 'vec3'

/** How far a chasm reaches around the place at which it showed (blocks), along the ground and up and down. */
const REACH = 3
const DEPTH = 4
/** How many are remembered; routes ask for every place that they come down to. */
const MOST = 24

/** Places where the body looked down and saw no ground: what hides near by is likely to be as deep. */
export class Chasms {
  readonly #known: Vec3[] = []

  /** @param place where the ground was looked for. */
  add(place: Vec3): void {
    this.#known.push(place)
    if (this.#known.length > MOST) this.#known.shift()
  }

  /** How many chasms a place is near. */
  near(x: number, y: number, z: number): number {
    let count = 0
    for (const place of this.#known)
      if (
        Math.abs(x - place.x) <= REACH &&
        Math.abs(z - place.z) <= REACH &&
        Math.abs(y - place.y) <= DEPTH
      )
        count++
    return count
  }

  clear(): void {
    this.#known.length = 0
  }
}
