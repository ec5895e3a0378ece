import { SCREEN_SIDE, SCREEN_UP } from '#knowledge/field-of-view'

/** Distance from a point to a side plane of the field of view, by its distance on the screen's plane. */
const UP_SLOPE = Math.hypot(1, SCREEN_UP)
const SIDE_SLOPE = Math.hypot(1, SCREEN_SIDE)

/** The field of view of a player: 70 degrees vertically and about 102 horizontally, around the direction of the head. */
export class ViewFrustum {
  #yaw = Number.NaN
  #pitch = Number.NaN
  readonly #ahead = { x: 0, y: 0, z: 0 }
  readonly #right = { x: 0, z: 0 }
  readonly #up = { x: 0, y: 0, z: 0 }

  /**
   * Sets the direction of the head in mineflayer's angles (radians): yaw 0 is north and grows to the west, and a positive
   * pitch looks up.
   */
  point(yaw: number, pitch: number): void {
    if (yaw === this.#yaw && pitch === this.#pitch) return
    this.#yaw = yaw
    this.#pitch = pitch
    const east = -Math.sin(yaw)
    const south = -Math.cos(yaw)
    const level = Math.cos(pitch)
    const rise = Math.sin(pitch)
    Object.assign(this.#ahead, { x: east * level, y: rise, z: south * level })
    Object.assign(this.#right, { x: -south, z: east })
    Object.assign(this.#up, { x: -east * rise, y: level, z: -south * rise })
  }

  /** Whether a sphere, given by the direction to its centre and its radius, is out of the field of view altogether. */
  hides(dx: number, dy: number, dz: number, radius: number): boolean {
    const ahead = dx * this.#ahead.x + dy * this.#ahead.y + dz * this.#ahead.z
    if (ahead < -radius) return true
    const side = dx * this.#right.x + dz * this.#right.z
    if (Math.abs(side) - ahead * SCREEN_SIDE > radius * SIDE_SLOPE) return true
    const up = dx * this.#up.x + dy * this.#up.y + dz * this.#up.z
    return Math.abs(up) - ahead * SCREEN_UP > radius * UP_SLOPE
  }

  /** Whether a direction (of any length) from the eye is in the field of view. */
  shows(dx: number, dy: number, dz: number): boolean {
    const ahead = dx * this.#ahead.x + dy * this.#ahead.y + dz * this.#ahead.z
    if (!(ahead > 0)) return false
    const side = dx * this.#right.x + dz * this.#right.z
    if (Math.abs(side) > ahead * SCREEN_SIDE) return false
    const up = dx * this.#up.x + dy * this.#up.y + dz * this.#up.z
    return Math.abs(up) <= ahead * SCREEN_UP
  }
}
