import type { Vec3 } from 'vec3'
import type { Registry } from '#knowledge/registry'
import type { Drops } from '../entities/items.ts'
import type { EntityTracker } from '../entities/tracker.ts'
import { blowDirection } from '../survival/blow-direction.ts'
import type { WorldTime } from '../world-time.ts'
import { dropLoot } from './loot.ts'
import type { Mob } from './mob.ts'

/** Damage immunity after damage (ticks). */
const IMMUNITY_TICKS = 10
const HURT_STATUS = 2
const DEATH_STATUS = 3
const KNOCK_BACK = 0.4
const PANIC_TICKS = 100
const ANGER_TICKS = 600

interface InjuryNeeds {
  registry: Registry
  time: WorldTime
  tracker: EntityTracker
  drops: Drops
  random: () => number
}

/** Damage to mobs. */
export class Injuries {
  readonly #needs: InjuryNeeds

  constructor(needs: InjuryNeeds) {
    this.#needs = needs
  }

  /**
   * Damages a mob unless its damage immunity prevents it. Returns whether it took damage.
   * @param from origin of the knockback.
   */
  injure(mob: Mob, points: number, from?: Vec3, strength = KNOCK_BACK): boolean {
    const { registry, time, tracker, drops, random } = this.#needs
    const { tick } = time
    if (mob.dead || points <= 0) return false
    const immune = tick < mob.immuneUntil
    if (immune && points <= mob.lastBlow) return false
    mob.health -= immune ? points - mob.lastBlow : points
    mob.lastBlow = points
    if (!immune) mob.immuneUntil = tick + IMMUNITY_TICKS
    mob.panicUntil = tick + PANIC_TICKS
    mob.goal = undefined
    mob.love = 0
    if (from && !immune) push(mob, from, strength, random)
    tracker.status(mob, mob.health > 0 ? HURT_STATUS : DEATH_STATUS)
    if (mob.health <= 0) {
      mob.diedAt = tick
      mob.halt()
      dropLoot(registry, mob, tick, drops, random)
    }
    return true
  }

  /** Makes the attacker the target of a hostile mob. */
  provoke(mob: Mob, attacker: NonNullable<Mob['prey']>): void {
    if (!mob.kind.hostile) return
    const { tick } = this.#needs.time
    mob.prey = attacker
    mob.seenAt = tick
    mob.angryUntil = tick + ANGER_TICKS
  }
}

function push(mob: Mob, from: Vec3, strength: number, random: () => number): void {
  const { x, z } = blowDirection(from, mob.position, random)
  mob.motion.x = mob.motion.x / 2 + x * strength
  mob.motion.z = mob.motion.z / 2 + z * strength
  if (mob.onGround) mob.motion.y = Math.min(KNOCK_BACK, mob.motion.y / 2 + strength)
  mob.moved = true
}
