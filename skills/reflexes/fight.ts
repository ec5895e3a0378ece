import { defend } from '../combat/defend.ts'
import { dangerOf, FIGHT } from './danger.ts'
import type { Reflex } from './reflex.ts'

export const fight: Reflex = {
  name: FIGHT,
  description: 'Fight a monster that comes close.',
  urgency: 80,
  rest: 60,
  // After taking damage, the agent re-engages mobs it could not reach.
  wokenByWounds: true,
  skill: defend,
  when(context) {
    if (context.agentState.combat.inFight) return undefined
    const danger = dangerOf(context)
    return danger?.answer === 'fight' ? danger.reason : undefined
  },
}
