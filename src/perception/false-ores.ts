import type { BlockTable } from '#knowledge/block-traits'

const ORE = /_ore$|^ancient_debris$/
/** Corrections after which chunks of the server are not trusted any more. Without anti-x-ray, there are none. */
const MAX_CORRECTIONS = 2

/**
 * Recognizes a server that hides ores from clients (Paper's anti-x-ray): its chunks have false ores among the rock, or rock
 * in place of ores, and it corrects a block when a neighbour is dug.
 */
export class FalseOres {
  readonly #traits: BlockTable
  readonly #corrected = new Set<string>()

  constructor(traits: BlockTable) {
    this.#traits = traits
  }

  /** Notes the change of a block. @returns whether the server is recognized with it. */
  note(x: number, y: number, z: number, code: number, before: number): boolean {
    if (!this.#isCorrection(before, code)) return false
    this.#corrected.add(`${x},${y},${z}`)
    return this.#corrected.size > MAX_CORRECTIONS
  }

  /** Whether rock becomes ore or ore becomes rock at once. In the game nothing does that: there is air in between. */
  #isCorrection(before: number, code: number): boolean {
    if (before === 0 || code === 0) return false
    const [one, other] = [this.#traits.traits(before - 1), this.#traits.traits(code - 1)]
    return one.cube && other.cube && ORE.test(one.name) !== ORE.test(other.name)
  }
}
