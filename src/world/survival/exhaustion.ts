import type { Movement } from './movement.ts'

/** Exhaustion for a block of distance, and for a jump. */
const SWIMMING = 0.01
const SPRINTING = 0.1
const JUMP = 0.05
const SPRINT_JUMP = 0.2
/** A rise above this in a tick is a jump, whose first tick rises 0.42 (blocks). */
const JUMP_RISE = 0.3

/** Exhaustion from swimming, sprinting and jumping; walking costs none. */
export function installExhaustion(movement: Movement): void {
  movement.onMove(({ player, dx, dy, dz, wasOnGround, onGround, around }) => {
    const { vitals, sprinting } = player
    const along = Math.hypot(dx, dz)
    if (around.inWater) vitals.exhaust(SWIMMING * Math.hypot(along, dy))
    else if (onGround && sprinting && !around.climbing) vitals.exhaust(SPRINTING * along)
    if (wasOnGround && !onGround && dy > JUMP_RISE) vitals.exhaust(sprinting ? SPRINT_JUMP : JUMP)
  })
}
