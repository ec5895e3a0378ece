import { faceAttacker } from '../combat/face-attacker.ts'
import type { Reflex } from './reflex.ts'

/** A blow longer ago than this is not turned round for (ticks). */
const FELT_TICKS = 10
/** Whoever deals blows is this near, unless it shoots (blocks). */
const BLOW_RANGE = 4.5

/** Turns to who hits the body from where it does not look. */
export const faceAttackerReflex: Reflex = {
  name: 'face-attacker',
  urgency: 85,
  rest: 10,
  skill: faceAttacker,
  when({ body, threats, agentState }) {
    const { last } = body.damageLog
    if (body.vision.omnidirectional || !last || body.clock.tick - last.tick > FELT_TICKS)
      return undefined
    const known = threats.some(
      ({ distance, shoots, visible }) =>
        (visible || agentState.combat.hunted.size > 0) && (shoots || distance <= BLOW_RANGE),
    )
    return known ? undefined : 'hit by somebody unseen'
  },
}
