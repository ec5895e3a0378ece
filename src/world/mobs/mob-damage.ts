import type { Vec3 } from 'vec3'
import type { Difficulty } from '#knowledge/difficulty'
import type { Registry } from '#knowledge/registry'
import type { Drops } from '../entities/items.ts'
import type { EntityTracker } from '../entities/tracker.ts'
import { knockbackDirection } from '../survival/knockback.ts'
import type { DamageSource } from '../vitals.ts'
import type { WorldTime } from '../world-time.ts'
import { dropLoot } from './loot.ts'
import type { Mob } from './mob.ts'

/** Damage immunity after damage (ticks). */
const IMMUNITY_TICKS = 10
const DEATH_STATUS = 3
const KNOCKBACK = 0.4
const PANIC_TICKS = 100
const ANGER_TICKS = 600

interface Knockback {
  readonly from: Vec3
  readonly strength: number
}

interface MobDamageNeeds {
  registry: Registry
  time: WorldTime
  tracker: EntityTracker
  drops: Drops
  random: () => number
}

/** Damage to mobs. */
export class MobDamage {
  readonly #needs: MobDamageNeeds

  constructor(needs: MobDamageNeeds) {
    this.#needs = needs
  }

  /**
   * Damages a mob unless its damage immunity prevents it. Returns whether it took damage.
   * @param knockback its origin and strength.
   */
  hurt(mob: Mob, points: number, source: DamageSource, knockback?: Knockback): boolean {
    const { registry, time, tracker, drops, random } = this.#needs
    const { tick } = time
    if (mob.dead || points <= 0) return false
    const immune = tick < mob.immuneUntil
    if (immune && points <= mob.lastDamage) return false
    mob.health -= immune ? points - mob.lastDamage : points
    mob.lastDamage = points
    if (!immune) mob.immuneUntil = tick + IMMUNITY_TICKS
    mob.panicUntil = tick + PANIC_TICKS
    mob.goal = undefined
    mob.love = 0
    if (knockback && !immune) push(mob, knockback, random)
    tracker.hurt(mob, source)
    if (mob.health <= 0) {
      tracker.status(mob, DEATH_STATUS)
      mob.diedAt = tick
      mob.halt()
      dropLoot(registry, mob, tick, drops, random)
    }
    return true
  }

  /** Makes the attacker the target of a hostile mob. */
  provoke(mob: Mob, attacker: NonNullable<Mob['target']>): void {
    if (!mob.kind.hostile) return
    const { tick } = this.#needs.time
    mob.target = attacker
    mob.seenAt = tick
    mob.angryUntil = tick + ANGER_TICKS
  }
}

function push(mob: Mob, { from, strength }: Knockback, random: () => number): void {
  const { x, z } = knockbackDirection(from, mob.position, random)
  mob.motion.x = mob.motion.x / 2 + x * strength
  mob.motion.z = mob.motion.z / 2 + z * strength
  if (mob.onGround) mob.motion.y = Math.min(KNOCKBACK, mob.motion.y / 2 + strength)
  mob.moved = true
}

/** Damage that mobs deal on a difficulty, from the damage on normal. */
export function scaledDamage(points: number, difficulty: Difficulty): number {
  if (difficulty === 'peaceful') return 0
  if (difficulty === 'easy') return Math.min(points / 2 + 1, points)
  return difficulty === 'hard' ? points * 1.5 : points
}
