import { faceAttacker } from '../combat/face-attacker.ts'
import { hiddenArcher } from './danger.ts'
import type { Reflex } from './reflex.ts'

/** The agent does not turn to attacks that are older than this (ticks). */
const FELT_TICKS = 10
/** A mob that attacks in melee is within this distance (blocks). */
const MELEE_RANGE = 4.5

export const faceAttackerReflex: Reflex = {
  name: 'face-attacker',
  description: 'Turn to an attacker that the agent cannot see, and block its line of sight.',
  urgency: 85,
  rest: 10,
  skill: faceAttacker,
  when(context) {
    const { body, threats, agentState } = context
    const { last } = body.damageLog
    if (body.vision.omnidirectional || !last || body.clock.tick - last.tick > FELT_TICKS)
      return undefined
    if (agentState.combat.lastAssault?.tick === last.tick) return undefined
    const known = threats.some(
      ({ distance, shoots, visible }) =>
        (visible || agentState.combat.hunted.size > 0) && (shoots || distance <= MELEE_RANGE),
    )
    return known || hiddenArcher(context) ? undefined : 'hit by something it cannot see'
  },
}
