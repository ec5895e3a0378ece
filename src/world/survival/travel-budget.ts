/** Maximum horizontal speed of a player, sprint-jumping under a low ceiling (blocks a tick). */
const DISTANCE_PER_TICK = 0.5
/** Maximum unused distance: a connection stalled for a second delivers its moves at once (blocks). */
const MAX_SAVED = 10
/** Distance that a speed carries through the air in total, with a drag factor of 0.91 a tick. */
const COASTING = 1 / (1 - 0.91)

/** Horizontal distance that a player may still move, refilled in every tick. */
export class TravelBudget {
  readonly #perTick: number
  readonly #maxSaved: number
  #left: number

  /** @param perTick maximum speed (blocks a tick). @param maxSaved maximum unused distance (blocks). */
  constructor(perTick = DISTANCE_PER_TICK, maxSaved = MAX_SAVED) {
    this.#perTick = perTick
    this.#maxSaved = maxSaved
    this.#left = maxSaved
  }

  /** Adds the distance of one tick. */
  refill(): void {
    if (this.#left < this.#maxSaved)
      this.#left = Math.min(this.#maxSaved, this.#left + this.#perTick)
  }

  /** Spends a distance (blocks); returns false, and spends nothing, when it exceeds the budget. */
  spend(distance: number): boolean {
    if (distance > this.#left) return false
    this.#left -= distance
    return true
  }

  /** Knockback gave the player a horizontal speed (blocks a tick). */
  grant(speed: number): void {
    this.#left += speed * COASTING
  }
}
