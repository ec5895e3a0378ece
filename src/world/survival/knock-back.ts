import { Vec3 } from 'vec3'
import type { Player } from '../player.ts'

const STRENGTH = 0.4
/** The protocol counts velocities in these parts of a block a tick. */
const VELOCITY_UNIT = 8000
const LIMIT = 3.9

/** Throws a player away from a place, as a blow from there does. */
export function knockBack(player: Player, from: Vec3): void {
  const dx = player.position.x - from.x
  const dz = player.position.z - from.z
  const distance = Math.hypot(dx, dz)
  if (distance === 0) return
  const up = player.onGround ? STRENGTH : 0
  throwPlayer(player, (dx / distance) * STRENGTH, up, (dz / distance) * STRENGTH)
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
