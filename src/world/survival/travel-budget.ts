/** Maximum horizontal speed of a player, sprint-jumping under a low ceiling (blocks a tick). */
const WAY_PER_TICK = 0.5
/** Maximum unused distance: a connection stalled for a second delivers its moves at once (blocks). */
const MOST_SAVED = 10
/** Distance that a speed carries through the air in total, with a drag factor of 0.91 a tick. */
const COASTING = 1 / (1 - 0.91)

/** Horizontal distance that a player may still move, refilled in every tick. */
export class TravelBudget {
  #left = MOST_SAVED

  /** Adds the distance of one tick. */
  refill(): void {
    if (this.#left < MOST_SAVED) this.#left = Math.min(MOST_SAVED, this.#left + WAY_PER_TICK)
  }

  /** Spends a distance (blocks); returns false, and spends nothing, when it exceeds the budget. */
  spend(way: number): boolean {
    if (way > this.#left) return false
    this.#left -= way
    return true
  }

  /** Knockback gave the player a horizontal speed (blocks a tick). */
  grant(speed: number): void {
    this.#left += speed * COASTING
  }
}
