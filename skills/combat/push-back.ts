import type { SkillContext } from '../core/skill.ts'
import { canHit, strike } from '../pursuit/attack.ts'
import { threats } from '../pursuit/threats.ts'

/** The agent pushes back monsters within this distance (blocks). */
const ARM = 4
/** A mob that took damage is immune to further attacks for this long (ticks). */
const IMMUNITY_TICKS = 10

/** Keeps monsters at a distance while the agent works: an attack with any item knocks back, though it deals little damage. */
export class PushBack {
  readonly #context: Pick<SkillContext, 'body' | 'memory' | 'signal'>
  /** Tick of the last attack on each monster, by entity id. */
  readonly #struckAt = new Map<number, number>()

  constructor(context: Pick<SkillContext, 'body' | 'memory' | 'signal'>) {
    this.#context = context
  }

  /** Attacks the nearest monster in reach that is not immune, if there is one. */
  async strike(): Promise<void> {
    const { body, memory, signal } = this.#context
    const { tick } = body.clock
    for (const { known, visible } of threats(this.#context, ARM)) {
      const entity = memory.entity(known.id)
      const struckAt = this.#struckAt.get(known.id) ?? Number.NEGATIVE_INFINITY
      const isImmune = tick - struckAt < IMMUNITY_TICKS
      if (!visible || !entity || isImmune || !canHit(body, entity)) continue
      this.#struckAt.set(known.id, tick)
      await strike(body, entity, signal)
      return
    }
  }
}
