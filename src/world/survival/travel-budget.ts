/** Way along the ground that a player makes in a tick at most, sprinting and jumping under a low ceiling (blocks). */
const WAY_PER_TICK = 0.5
/** What may be saved up: a line that was stuck for a second delivers its moves at once (blocks). */
const MOST_SAVED = 10
/** How far a speed carries through the air in all, which leaves 0.91 of it every tick. */
const COASTING = 1 / (1 - 0.91)

/** How far along the ground a player may still go: a little more every tick. */
export class TravelBudget {
  #left = MOST_SAVED

  /** One tick passes. */
  refill(): void {
    if (this.#left < MOST_SAVED) this.#left = Math.min(MOST_SAVED, this.#left + WAY_PER_TICK)
  }

  /** Takes a way (blocks) off; false, and nothing taken, when that is more than there is. */
  spend(way: number): boolean {
    if (way > this.#left) return false
    this.#left -= way
    return true
  }

  /** A blow gave the player a speed along the ground (blocks a tick). */
  grant(speed: number): void {
    this.#left += speed * COASTING
  }
}
