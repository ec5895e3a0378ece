import { Vec3 } from 'vec3'
import type { Player } from '../player.ts'
import { blowDirection } from './blow-direction.ts'

/** Knockback of a melee attack, and the limit of the velocity packet (blocks a tick). */
const STRENGTH = 0.4
/** Units of the protocol's velocities in a block a tick. */
const VELOCITY_UNIT = 8000
const LIMIT = 3.9

/** Knocks a player away from the position of an attack. */
export function knockBack(player: Player, from: Vec3, random: () => number): void {
  const { x, z } = blowDirection(from, player.position, random)
  throwPlayer(player, x * STRENGTH, player.onGround ? STRENGTH : 0, z * STRENGTH)
}

/** Gives a player a velocity (blocks a tick). */
export function throwPlayer(player: Player, x: number, y: number, z: number): void {
  const unit = (v: number) => Math.round(Math.max(-LIMIT, Math.min(LIMIT, v)) * VELOCITY_UNIT)
  player.blow = new Vec3(x, y, z)
  player.send('entity_velocity', {
    entityId: player.id,
    velocity: { x: unit(x), y: unit(y), z: unit(z) },
  })
}
