import type { Vec3 } from 'vec3'
import type { Registry } from '../knowledge/registry.ts'
import type { Body } from './body.ts'
import { holdPlace, NO_STEP } from './hold-place.ts'

/** An eighth of a turn (radians). */
const ASLANT = Math.PI / 4
/** Farther than this a turn pays (blocks), as long as the way leads along an axis but for so much. */
const WORTH_TURNING = 0.3
const OFF_AXIS = 0.2

/**
 * Presses the keys that bring a body which lies to a place, asked in each tick. While its hands rest it looks aslant and presses
 * two keys: each key counts for itself up to 1.21.4, so that a body that sneaks or crawls comes on half as fast again (1.41 times) as
 * with one.
 */
export function crawlToward(body: Body, place: Vec3): void {
  const { bot, controls, registry, position } = body
  const east = place.x - position.x
  const south = place.z - position.z
  const [along, aside] = [Math.abs(east), Math.abs(south)].sort((a, b) => b - a)
  const isFar = (along ?? 0) > WORTH_TURNING && (aside ?? 0) < OFF_AXIS
  if (bot.targetDigBlock || !isFar || !addsKeys(registry)) {
    holdPlace(body, place)
    return
  }
  // To the right of the way by an eighth of a turn: forward and left then lead along it.
  const ahead = Math.atan2(-east, -south)
  const snapped = Math.round(ahead / (2 * ASLANT)) * 2 * ASLANT
  void controls.look(snapped - ASLANT, controls.pitch)
  controls.press({ ...NO_STEP, forward: true, left: true })
}

/** Whether two keys bring a body that sneaks farther than one. */
function addsKeys(registry: Registry): boolean {
  return !registry.data.isNewerOrEqualTo('1.21.5')
}
