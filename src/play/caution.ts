import type { Workplace } from '#life/resident'
import { skyAbove } from '#skills/moving/surface'
import { isDarkOutside } from '#skills/survival/shelter'

/** Health below which tasks wait at night, and from which they continue. */
const HURT = 10
const HEALED = 18

/**
 * Whether tasks have to wait: a companion that is hurt outside at night hides until it has healed, or until morning. People
 * can overrule it.
 */
export class Caution {
  #isHiding = false
  #isOverruled = false

  /** Whether the companion hides now. */
  get isHiding(): boolean {
    return this.#isHiding
  }

  /** Looks at the companion's state. Call this often. @returns whether it has just begun to hide. */
  look({ world }: Workplace): boolean {
    const { vitals, feet, game } = world.body
    const isDark = game.difficulty !== 'peaceful' && isDarkOutside(world)
    if (!isDark) this.#isOverruled = false
    if (!isDark || this.#isOverruled || vitals.health >= HEALED) {
      this.#isHiding = false
      return false
    }
    const { x, y, z } = feet
    const begins = !this.#isHiding && vitals.health < HURT && skyAbove(world, x, y, z)
    if (begins) this.#isHiding = true
    return begins
  }

  /** A person wants the companion to work for the rest of the night. */
  overrule(): void {
    this.#isOverruled = true
    this.#isHiding = false
  }
}
