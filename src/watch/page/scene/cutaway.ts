/** Height of the cut above the agent's feet (blocks), which is the height of a tunnel. */
const HEADROOM = 2

/** The cut follows an agent that rises by more than this (blocks), which is more than a jump. */
const RISE = 1.3

/** The height at which the terrain is cut to show an underground agent from above. */
export class Cutaway {
  #floor: number | null = null

  /** Height (y) above which nothing is drawn, from the height of the agent's feet; null for no cut. */
  update(feet: number, isUnderground: boolean): number | null {
    if (!isUnderground) this.#floor = null
    else if (this.#floor === null || feet < this.#floor || feet > this.#floor + RISE)
      this.#floor = Math.floor(feet + 0.01)
    return this.#floor === null ? null : this.#floor + HEADROOM
  }
}
