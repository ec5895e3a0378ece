/** How far above the agent's feet the rock is cut away (blocks): a tunnel is as high. */
const HEADROOM = 2

/** How far the agent rises above where it stood before the cut follows: not with every jump (blocks). */
const RISE = 1.3

/** Where the world is cut open so that an agent underground can be seen from above. */
export class Cutaway {
  #floor: number | null = null

  /** Height (y) above which nothing is drawn for an agent whose feet are at a height; null for none. */
  update(feet: number, isUnderground: boolean): number | null {
    if (!isUnderground) this.#floor = null
    else if (this.#floor === null || feet < this.#floor || feet > this.#floor + RISE)
      this.#floor = Math.floor(feet + 0.01)
    return this.#floor === null ? null : this.#floor + HEADROOM
  }
}
