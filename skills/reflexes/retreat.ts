import { retreat } from '../combat/retreat.ts'
import { BREAK_OFF_HEALTH } from '../combat/slay.ts'
import type { Reflex } from './reflex.ts'

/** The agent retreats from monsters within this distance (blocks). */
const RANGE = 8

/** More urgent than `face-attacker`: an agent that retreats does not turn to attacks from behind. */
export const retreatReflex: Reflex = {
  name: 'retreat',
  description: 'Run from monsters when wounded during a monster hunt, to heal elsewhere.',
  urgency: 86,
  rest: 100,
  skill: retreat,
  when({ body, agentState, threats }) {
    if (agentState.combat.hunted.size === 0 || body.vitals.health >= BREAK_OFF_HEALTH)
      return undefined
    const near = threats.find(({ distance, shoots }) => !shoots && distance < RANGE)
    return near && `${near.known.kind} nearby`
  },
}
