import type { CompetingGoal } from '#goal/observation'
import { knownAnimals, knownBlocks } from '#skills/core/known-sources'
import type { SkillWorld } from '#skills/core/skill'

/** How often one looks (ticks). */
const INTERVAL = 5
/** By so much nearer a rival's source must be than it was and than the goal's own, lest the body goes to and fro. */
const NEARER = 0.5
/** Whose own source is as near as this (ticks) is seen through. */
const AT_HAND = 60

/** Tells when a goal is left for another, of which a source has come into sight on the way. */
export class Preemption {
  readonly #world: SkillWorld
  readonly #own: readonly string[]
  readonly #rivals: readonly CompetingGoal[]
  #isSeenThrough = false

  /** @param own kinds of blocks and animals that serve the goal. */
  constructor(world: SkillWorld, own: readonly string[], rivals: readonly CompetingGoal[]) {
    this.#world = world
    this.#own = own
    this.#rivals = rivals
  }

  /**
   * Whether a source of another goal has come much nearer than any was when the goal was chosen, and much nearer than the
   * goal's own; to be asked in every tick. A goal whose own source was at hand once is seen through.
   */
  isDue(): boolean {
    if (this.#rivals.length === 0 || this.#isSeenThrough) return false
    if (this.#world.body.clock.tick % INTERVAL !== 0) return false
    const own = this.#ticksToNearest(this.#own)
    this.#isSeenThrough = own <= AT_HAND
    return (
      !this.#isSeenThrough &&
      this.#rivals.some(
        ({ kinds, ticks }) => this.#ticksToNearest(kinds) < NEARER * Math.min(ticks, own),
      )
    )
  }

  /** Expected game ticks to the nearest known source; Infinity where none is known. */
  #ticksToNearest(kinds: readonly string[]): number {
    const { registry } = this.#world
    const blocks = kinds.filter((kind) => registry.hasBlock(kind))
    const animals = kinds.filter((kind) => !registry.hasBlock(kind))
    const known = [
      ...(blocks.length > 0 ? knownBlocks(this.#world, blocks, 1) : []),
      ...(animals.length > 0 ? knownAnimals(this.#world, animals, 1) : []),
    ]
    return Math.min(...known.map(({ ticks }) => ticks))
  }
}
