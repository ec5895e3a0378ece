import { defend } from '../combat/defend.ts'
import { dangerOf, FIGHT } from './danger.ts'
import type { Reflex } from './reflex.ts'

/** Fights a monster that comes close. Who is hit stands up again to one that there was no getting at. */
export const fight: Reflex = {
  name: FIGHT,
  urgency: 80,
  rest: 60,
  wokenByWounds: true,
  skill: defend,
  when(context) {
    if (context.agentState.combat.inFight) return undefined
    const danger = dangerOf(context)
    return danger?.answer === 'fight' ? danger.reason : undefined
  },
}
