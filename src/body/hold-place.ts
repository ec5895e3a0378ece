import type { Vec3 } from 'vec3'
import type { Body } from './body.ts'
import { BOT } from './bot.ts'
import type { Keys } from './controls.ts'

/** The keys that move a body along the map, let go of. */
export const NO_STEP: Keys = { forward: false, back: false, left: false, right: false }
/** How far a body may be carried off before it swims back (blocks). */
const ADRIFT = 0.15

/**
 * Presses the keys that bring a body in water back to where it was, whichever way it looks: a current carries along who digs or
 * builds in it, over lava for one. To be asked in each tick.
 * @param place where its feet were (blocks).
 */
export function holdPlace({ [BOT]: bot, position, controls }: Body, place: Vec3): void {
  const { yaw } = bot.entity
  const east = place.x - position.x
  const south = place.z - position.z
  const ahead = -Math.sin(yaw) * east - Math.cos(yaw) * south
  const aside = -Math.cos(yaw) * east + Math.sin(yaw) * south
  controls.press({
    forward: ahead > ADRIFT,
    back: ahead < -ADRIFT,
    left: aside > ADRIFT,
    right: aside < -ADRIFT,
  })
}
