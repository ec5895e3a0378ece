import type { Vec3 } from 'vec3'
import type { Body } from './body.ts'
import { BOT } from './bot.ts'
import type { Keys } from './controls.ts'

/** Releases the keys that move the agent horizontally. */
export const NO_STEP: Keys = { forward: false, back: false, left: false, right: false }
/** The agent swims back when it has drifted farther than this (blocks). */
const MAX_DRIFT = 0.15

/**
 * Presses the keys that return the agent to a place in water, in any direction of view. A current pushes an agent that digs
 * or builds in it, for example over lava. Call this in each tick.
 * @param place target position of the feet (blocks).
 */
export function holdPlace({ [BOT]: bot, position, controls }: Body, place: Vec3): void {
  const { yaw } = bot.entity
  const east = place.x - position.x
  const south = place.z - position.z
  const ahead = -Math.sin(yaw) * east - Math.cos(yaw) * south
  const aside = -Math.cos(yaw) * east + Math.sin(yaw) * south
  controls.press({
    forward: ahead > MAX_DRIFT,
    back: ahead < -MAX_DRIFT,
    left: aside > MAX_DRIFT,
    right: aside < -MAX_DRIFT,
  })
}
