import { Vec3 } from 'vec3'
import { wireVelocity } from '../entities/wire-velocity.ts'
import type { Player } from '../player.ts'

/** Knockback of a melee attack (blocks a tick). */
const STRENGTH = 0.4
/** Limit on the velocity of a player (blocks a tick). */
const LIMIT = 3.9
/** Below this distance a position gives no direction (blocks). */
const NO_DISTANCE = 0.01

/** Knocks a player away from the position of an attack. */
export function knockPlayerBack(player: Player, from: Vec3, random: () => number): void {
  const { x, z } = knockbackDirection(from, player.position, random)
  throwPlayer(player, x * STRENGTH, player.onGround ? STRENGTH : 0, z * STRENGTH)
}

/** Gives a player a velocity (blocks a tick). */
export function throwPlayer(player: Player, x: number, y: number, z: number): void {
  const limited = (v: number) => Math.max(-LIMIT, Math.min(LIMIT, v))
  player.knockback = new Vec3(x, y, z)
  player.send('entity_velocity', {
    entityId: player.id,
    velocity: wireVelocity(player.connection.registry, {
      ...{ x: limited(x), y: limited(y), z: limited(z) },
    }),
  })
}

/** Horizontal direction of knockback, as a unit vector. From the same position it is random, as in the game. */
export function knockbackDirection(
  from: Vec3,
  hit: Vec3,
  random: () => number,
): { readonly x: number; readonly z: number } {
  const dx = hit.x - from.x
  const dz = hit.z - from.z
  const distance = Math.hypot(dx, dz)
  if (distance >= NO_DISTANCE) return { x: dx / distance, z: dz / distance }
  const angle = random() * 2 * Math.PI
  return { x: Math.sin(angle), z: Math.cos(angle) }
}
