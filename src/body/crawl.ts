import type { Vec3 } from 'vec3'
import { sneaksFasterAslant } from '#knowledge/player-size'
import type { Body } from './body.ts'
import { BOT } from './bot.ts'
import { holdPlace, NO_STEP } from './hold-place.ts'

/** An eighth of a turn (radians). */
const ASLANT = Math.PI / 4
/** A turn pays on a way longer than this that leads along an axis but for so much (blocks). */
const WORTH_TURNING = 0.3
const OFF_AXIS = 0.2

/**
 * Presses the keys that bring a body which lies to a place; to be asked in each tick. While its hands rest it looks aslant and
 * presses two keys: up to 1.21.4 each counts for itself, so that a body that sneaks or crawls is 1.41 times as fast as with one.
 * @param place where its feet are to be (blocks).
 */
export function crawlToward(body: Body, place: Vec3): void {
  const { [BOT]: bot, controls, registry, position } = body
  const east = place.x - position.x
  const south = place.z - position.z
  const along = Math.max(Math.abs(east), Math.abs(south))
  const aside = Math.min(Math.abs(east), Math.abs(south))
  const isFar = along > WORTH_TURNING && aside < OFF_AXIS
  if (bot.targetDigBlock || !isFar || !sneaksFasterAslant(registry)) {
    holdPlace(body, place)
    return
  }
  const quarter = 2 * ASLANT
  const way = Math.round(Math.atan2(-east, -south) / quarter) * quarter
  // To the right of the way by an eighth of a turn: forward and left then lead along it.
  void controls.look(way - ASLANT, controls.pitch)
  controls.press({ ...NO_STEP, forward: true, left: true })
}
