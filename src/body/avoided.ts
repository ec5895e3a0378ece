import type { Vec3 } from 'vec3'
import type { GameClock } from '#clock/game-clock'

/** How long the agent avoids a place that failed (ticks). */
const AVOID_TICKS = 1200
/** How long routes lead around a block placed for protection (ticks). */
const WALL_TICKS = 900

/** Places that failed recently, so that the agent tries another target. */
export class Avoided {
  readonly #clock: GameClock
  readonly #until = new Map<string, number>()

  constructor(clock: GameClock) {
    this.#clock = clock
  }

  add(place: Vec3, ticks = AVOID_TICKS): void {
    this.#until.set(`${place.x},${place.y},${place.z}`, this.#clock.tick + ticks)
  }

  /** Adds a block that routes should not dig, such as the wall of a shelter. */
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

  clear(): void {
    this.#until.clear()
  }
}
