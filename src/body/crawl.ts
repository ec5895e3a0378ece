import type { Vec3 } from 'vec3'
import type { Body } from './body.ts'
import { BOT } from './bot.ts'
import { holdPlace, NO_STEP } from './hold-place.ts'

/** An eighth of a turn (radians). */
const ASLANT = Math.PI / 4
/** The agent turns only if it has farther than this to crawl along an axis, and deviates less from it (blocks). */
const MIN_DISTANCE = 0.3
const MAX_DEVIATION = 0.2
/** Deviation of the head from that direction at which the agent walks (radians). */
const ALIGNED = 0.05

/**
 * Presses the keys that make a crawling body approach a place. Call it in each tick. While the agent does not dig, it looks
 * diagonally and presses two keys, which makes sneaking and crawling 1.41 times as fast: the speeds of the keys add up. From
 * 1.21.5 on, `modifyInputSpeedForSquareMovement` of the client restores what its normalization takes.
 * @param place target position of the feet (blocks).
 */
export function crawlToward(body: Body, place: Vec3): void {
  const { [BOT]: bot, controls, crosshair, position } = body
  const east = place.x - position.x
  const south = place.z - position.z
  const along = Math.max(Math.abs(east), Math.abs(south))
  const aside = Math.min(Math.abs(east), Math.abs(south))
  const isFar = along > MIN_DISTANCE && aside < MAX_DEVIATION
  if (bot.targetDigBlock || crosshair.held || !isFar) {
    holdPlace(body, place)
    return
  }
  const quarter = 2 * ASLANT
  const way = Math.round(Math.atan2(-east, -south) / quarter) * quarter
  // The head points an eighth of a turn to the right of the path, so forward plus left follows the path.
  void controls.look(way - ASLANT, controls.pitch)
  // While the head still turns, the keys would lead elsewhere.
  const turn = controls.yaw - (way - ASLANT)
  if (Math.abs(turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI))) > ALIGNED)
    holdPlace(body, place)
  else controls.press({ ...NO_STEP, forward: true, left: true })
}
