import type { Vec3 } from 'vec3'
import type { GameClock } from '#clock/game-clock'

/** How long a place that failed is left alone (ticks). */
const AVOID_TICKS = 1200
/** How long ways lead round what was put up to keep something out (ticks). */
const WALL_TICKS = 900

/** Places that did not work out, remembered for a while so that another target is tried. */
export class Avoided {
  readonly #clock: GameClock
  readonly #until = new Map<string, number>()

  constructor(clock: GameClock) {
    this.#clock = clock
  }

  add(place: Vec3, ticks = AVOID_TICKS): void {
    this.#until.set(`${place.x},${place.y},${place.z}`, this.#clock.tick + ticks)
  }

  /** Remembers a block that was put up to stay. */
  addWall(place: Vec3): void {
    this.add(place, WALL_TICKS)
  }

  has(x: number, y: number, z: number): boolean {
    if (this.#until.size === 0) return false
    const key = `${x},${y},${z}`
    const until = this.#until.get(key)
    if (until === undefined) return false
    if (until > this.#clock.tick) return true
    this.#until.delete(key)
    return false
  }

  /** Gives every place another chance. */
  clear(): void {
    this.#until.clear()
  }
}
