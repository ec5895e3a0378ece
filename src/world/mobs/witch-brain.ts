import type { WorldTime } from '../world-time.ts'
import type { Brain, Targeting } from './brain.ts'
import type { Mob } from './mob.ts'
import type { Potions } from './potions.ts'
import type { Steering } from './steering.ts'

const RANGE = 10
const THROW_TICKS = 60
/** Chance in a tick that a wounded witch begins to drink, the drinking time (ticks), and the health restored. */
const DRINK_CHANCE = 0.05
const DRINK_TICKS = 32
const HEALING = 4

interface WitchBrainNeeds {
  targeting: Targeting
  steering: Steering
  potions: Potions
  time: WorldTime
  random: () => number
}

/** Witches: they throw potions from a distance and heal themselves. */
export class WitchBrain implements Brain {
  readonly #needs: WitchBrainNeeds

  constructor(needs: WitchBrainNeeds) {
    this.#needs = needs
  }

  think(mob: Mob): void {
    const { targeting, steering, potions, time } = this.#needs
    const target = targeting.targetOrStroll(mob)
    if (this.#drinks(mob) || !target) return
    const { tick } = time
    const inSight = mob.seenAt === tick || targeting.sees(mob, target)
    if (mob.position.distanceTo(target.position) > RANGE || !inSight) {
      steering.pursue(mob, target.position, mob.kind.chaseFactor)
      return
    }
    mob.halt()
    mob.lookAt(target.eye)
    mob.moved = true
    if (tick < mob.nextAttack) return
    mob.nextAttack = tick + THROW_TICKS
    potions.throwAt(mob, target)
  }

  /** Whether the witch is drinking, during which it does not throw. */
  #drinks(mob: Mob): boolean {
    if (mob.aiming === 0) {
      const starts = mob.health < mob.kind.health && this.#needs.random() < DRINK_CHANCE
      if (!starts) return false
    }
    if (++mob.aiming > DRINK_TICKS) {
      mob.aiming = 0
      mob.health = Math.min(mob.kind.health, mob.health + HEALING)
    }
    return true
  }
}
