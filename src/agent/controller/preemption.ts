import type { CompetingGoal } from '#goal/observation'
import { knownAnimals, knownBlocks } from '#skills/core/known-sources'
import type { SkillWorld } from '#skills/core/skill'

/** Interval between checks (ticks). */
const INTERVAL = 5
/**
 * A competing goal's source must be nearer than this share of its earlier distance, and of the distance of the goal's own
 * source, so that the body does not go back and forth.
 */
const NEARER = 0.5
/** A goal whose own source is within this many ticks is not preempted. */
const WITHIN_REACH = 60

/** Decides when a competing goal preempts a goal because one of its sources has come into sight. */
export class Preemption {
  readonly #world: SkillWorld
  readonly #own: readonly string[]
  readonly #rivals: readonly CompetingGoal[]
  #isCommitted = false

  /** @param own kinds of blocks and animals that the goal gathers from. */
  constructor(world: SkillWorld, own: readonly string[], rivals: readonly CompetingGoal[]) {
    this.#world = world
    this.#own = own
    this.#rivals = rivals
  }

  /**
   * Whether a competing goal's source is much nearer than at the time of the choice, and much nearer than the goal's own.
   * Call it in every tick. A goal whose own source was once within reach is not preempted.
   */
  isDue(): boolean {
    if (this.#rivals.length === 0 || this.#isCommitted) return false
    if (this.#world.body.clock.tick % INTERVAL !== 0) return false
    const own = this.#ticksToNearest(this.#own)
    this.#isCommitted = own <= WITHIN_REACH
    return (
      !this.#isCommitted &&
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
