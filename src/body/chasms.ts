import type { Vec3 } from 'vec3'

/** Horizontal and vertical extent of a chasm around the place where the agent found it (blocks). */
const REACH = 3
const DEPTH = 4
/** Limit on remembered chasms: route planning checks all of them for each descent. */
const MAX_CHASMS = 24

/** Places where the agent looked down and saw no ground. Unseen ground nearby is probably as deep. */
export class Chasms {
  readonly #known: Vec3[] = []

  /** @param place where the agent looked for the ground. */
  add(place: Vec3): void {
    this.#known.push(place)
    if (this.#known.length > MAX_CHASMS) this.#known.shift()
  }

  /** Counts the chasms near a place. */
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
