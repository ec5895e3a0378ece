import type { SkillContext } from '../core/skill.ts'
import { canHit, strike } from '../pursuit/attack.ts'
import { threats } from '../pursuit/threats.ts'

/** Farther away than this nobody is at arm's length (blocks). */
const ARM = 4
/** Who was hit feels no other blow for so long (ticks). */
const NUMB_TICKS = 10

/**
 * Keeps monsters at arm's length while the hands do something else: a blow with anything in the hand knocks back, though it
 * hardly hurts.
 */
export class PushBack {
  readonly #context: Pick<SkillContext, 'body' | 'memory'>
  /** When each was hit last. */
  readonly #struckAt = new Map<number, number>()

  constructor(context: Pick<SkillContext, 'body' | 'memory'>) {
    this.#context = context
  }

  /** One blow at the nearest that would feel it, if there is any. */
  async strike(): Promise<void> {
    const { body, memory } = this.#context
    const { tick } = body.clock
    for (const { known, visible } of threats(this.#context, ARM)) {
      const entity = memory.entity(known.id)
      const rested = tick - (this.#struckAt.get(known.id) ?? Number.NEGATIVE_INFINITY) >= NUMB_TICKS
      if (!visible || !entity || !rested || !canHit(body, entity)) continue
      this.#struckAt.set(known.id, tick)
      await strike(body, entity)
      return
    }
  }
}
