import { Vec3 } from 'vec3'
import type { Body } from './body.ts'
import { BOT } from './bot.ts'
import type { Keys } from './controls.ts'

/** Releases the keys that move the agent horizontally. */
export const NO_STEP: Keys = { forward: false, back: false, left: false, right: false }
/** The agent swims back when it has drifted farther than this while it digs (blocks). */
const MAX_DRIFT = 0.15
/** The same where it waits, and nothing depends on its aim. */
const IDLE_DRIFT = 0.05
/** Distance from the middle of its block within which it holds its place: from one dig to the next it would drift away (blocks). */
const OFF_MIDDLE = 0.2

/** The place to hold in water: where the agent is, but not at the edge of its block. */
export function placeToHold({ feet, position }: Body): Vec3 {
  const inside = (value: number, corner: number) =>
    Math.min(Math.max(value, corner + 0.5 - OFF_MIDDLE), corner + 0.5 + OFF_MIDDLE)
  return new Vec3(inside(position.x, feet.x), position.y, inside(position.z, feet.z))
}

/**
 * Presses the keys that return the agent to a place in water, in any direction of view. A current pushes an agent that digs
 * or builds in it, for example over lava. Call this in each tick.
 * @param place target position of the feet (blocks).
 * @param drift distance along an axis from which on it presses a key (blocks).
 */
export function holdPlace(
  { [BOT]: bot, position, controls }: Body,
  place: Vec3,
  drift = MAX_DRIFT,
): void {
  const { yaw } = bot.entity
  const east = place.x - position.x
  const south = place.z - position.z
  const ahead = -Math.sin(yaw) * east - Math.cos(yaw) * south
  const aside = -Math.cos(yaw) * east + Math.sin(yaw) * south
  controls.press({
    forward: ahead > drift,
    back: ahead < -drift,
    left: aside > drift,
    right: aside < -drift,
  })
}

/**
 * Waits for a condition, in water without drifting away.
 * @param ticks how long at most.
 * @returns whether the condition holds.
 */
export async function untilInPlace(
  body: Body,
  done: () => boolean,
  ticks: number,
  signal: AbortSignal,
): Promise<boolean> {
  if (!body.footing.inWater) return body.until(done, ticks, signal)
  const stand = placeToHold(body)
  const unwatch = body.onTick(() => holdPlace(body, stand, IDLE_DRIFT))
  try {
    return await body.until(done, ticks, signal)
  } finally {
    unwatch()
    body.controls.press(NO_STEP)
  }
}
