import type { SightLines } from './sight-lines.ts'
import { SIGHT_DISTANCE } from './sight-lines.ts'

/** The R2 sequence (Roberts 2018) fills a square evenly at any length. */
const PLASTIC = 1.324717957244746
const STEP_U = 1 / PLASTIC
const STEP_V = 1 / PLASTIC ** 2

/** Number of directions after which the fan repeats. */
const DIRECTIONS = 16_384

/**
 * Looks around with lines of sight that fill the sphere evenly, ever more densely. A belt around the horizon is denser,
 * because ground and cave walls are there.
 */
export class Fan {
  readonly #directions: Float64Array
  #next = 0

  constructor() {
    this.#directions = new Float64Array(DIRECTIONS * 3)
    for (let i = 0; i < DIRECTIONS; i++) {
      const angle = 2 * Math.PI * ((i * STEP_U) % 1)
      const height = 2 * ((i * STEP_V) % 1) - 1
      const y = height * Math.abs(height)
      const flat = Math.sqrt(1 - y * y)
      this.#directions.set([flat * Math.cos(angle), y, flat * Math.sin(angle)], i * 3)
    }
  }

  /** Looks in the next directions, until the lines have passed about `steps` blocks. */
  look(lines: SightLines, steps: number): void {
    const end = lines.steps + steps
    const directions = this.#directions
    while (lines.steps < end) {
      const at = this.#next * 3
      this.#next = (this.#next + 1) % DIRECTIONS
      lines.look(
        directions[at] ?? 0,
        directions[at + 1] ?? 0,
        directions[at + 2] ?? 0,
        SIGHT_DISTANCE,
      )
    }
  }
}
