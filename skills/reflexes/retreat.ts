import { retreat } from '../combat/retreat.ts'
import { SHAKY } from '../combat/slay.ts'
import type { Reflex } from './reflex.ts'

/** Monsters nearer than this are run from (blocks). */
const RANGE = 8

/**
 * On a hunt of monsters a wounded body runs from those with claws, to heal elsewhere: there will be more of them here. Who
 * runs does not turn round to who hits it from behind.
 */
export const retreatReflex: Reflex = {
  name: 'retreat',
  urgency: 86,
  rest: 100,
  skill: retreat,
  when({ body, agentState, threats }) {
    if (agentState.combat.hunted.size === 0 || body.vitals.health >= SHAKY) return undefined
    const near = threats.find(({ distance, shoots }) => !shoots && distance < RANGE)
    return near && `${near.known.kind} near`
  },
}
