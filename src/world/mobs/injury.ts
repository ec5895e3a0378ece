import type { Vec3 } from 'vec3'
import type { Registry } from '../../knowledge/registry.ts'
import type { Drops } from '../entities/items.ts'
import type { EntityTracker } from '../entities/tracker.ts'
import type { WorldTime } from '../world-time.ts'
import { dropLoot } from './loot.ts'
import type { Mob } from './mob.ts'

const IMMUNITY_TICKS = 10
const HURT_STATUS = 2
const DEATH_STATUS = 3
const KNOCK_BACK = 0.4
const PANIC_TICKS = 100
const ANGER_TICKS = 600

/** What blows, falls and fire do to mobs. */
export class Injuries {
  readonly #registry: Registry
  readonly #time: WorldTime
  readonly #tracker: EntityTracker
  readonly #drops: Drops
  readonly #random: () => number

  constructor(needs: {
    registry: Registry
    time: WorldTime
    tracker: EntityTracker
    drops: Drops
    random: () => number
  }) {
    this.#registry = needs.registry
    this.#time = needs.time
    this.#tracker = needs.tracker
    this.#drops = needs.drops
    this.#random = needs.random
  }

  /**
   * Takes health off a mob, by the rules of immunity; whether it did.
   * @param from Where the blow came from.
   */
  injure(mob: Mob, points: number, from?: Vec3, strength = KNOCK_BACK): boolean {
    const { tick } = this.#time
    if (mob.dead || points <= 0) return false
    const immune = tick < mob.immuneUntil
    if (immune && points <= mob.lastBlow) return false
    mob.health -= immune ? points - mob.lastBlow : points
    mob.lastBlow = points
    if (!immune) mob.immuneUntil = tick + IMMUNITY_TICKS
    mob.panicUntil = tick + PANIC_TICKS
    mob.goal = undefined
    if (from && !immune) push(mob, from, strength)
    this.#tracker.status(mob, mob.health > 0 ? HURT_STATUS : DEATH_STATUS)
    if (mob.health <= 0) {
      mob.diedAt = tick
      mob.halt()
      dropLoot(this.#registry, mob, tick, this.#drops, this.#random)
    }
    return true
  }

  /** Remembers who struck, for those who strike back. */
  provoke(mob: Mob, attacker: NonNullable<Mob['prey']>): void {
    if (!mob.kind.hostile) return
    const { tick } = this.#time
    mob.prey = attacker
    mob.seenAt = tick
    mob.angryUntil = tick + ANGER_TICKS
  }
}

function push(mob: Mob, from: Vec3, strength: number): void {
  const dx = mob.position.x - from.x
  const dz = mob.position.z - from.z
  const length = Math.hypot(dx, dz)
  if (length > 0) {
    mob.motion.x = mob.motion.x / 2 + (dx / length) * strength
    mob.motion.z = mob.motion.z / 2 + (dz / length) * strength
  }
  if (mob.onGround) mob.motion.y = Math.min(KNOCK_BACK, mob.motion.y / 2 + strength)
  mob.moved = true
}
