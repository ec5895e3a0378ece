import type { Vec3 } from 'vec3'
import type { Game } from '../game.ts'
import { dropLoot } from './loot.ts'
import type { Mob } from './mob.ts'

const IMMUNITY_TICKS = 10
const HURT_STATUS = 2
const DEATH_STATUS = 3
const KNOCK_BACK = 0.4
const PANIC_TICKS = 100
const ANGER_TICKS = 600

/** Takes health off a mob, by the rules of immunity; `from` is where the blow came from. */
export function injure(
  game: Game,
  mob: Mob,
  points: number,
  from?: Vec3,
  strength = KNOCK_BACK,
): boolean {
  if (mob.dead || points <= 0) return false
  const immune = game.time.tick < mob.immuneUntil
  if (immune && points <= mob.lastBlow) return false
  mob.health -= immune ? points - mob.lastBlow : points
  mob.lastBlow = points
  if (!immune) mob.immuneUntil = game.time.tick + IMMUNITY_TICKS
  mob.panicUntil = game.time.tick + PANIC_TICKS
  mob.goal = undefined
  if (from && !immune) push(mob, from, strength)
  game.tracker.status(mob, mob.health > 0 ? HURT_STATUS : DEATH_STATUS)
  if (mob.health <= 0) {
    mob.diedAt = game.time.tick
    mob.halt()
    dropLoot(game, mob)
  }
  return true
}

/** Remembers who struck, for those who strike back. */
export function provoke(game: Game, mob: Mob, attacker: NonNullable<Mob['prey']>): void {
  if (!mob.kind.hostile) return
  mob.prey = attacker
  mob.seenAt = game.time.tick
  mob.angryUntil = game.time.tick + ANGER_TICKS
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
