import { BREAK_OFF_HEALTH } from '../combat/slay.ts'
import { takeCover } from '../combat/take-cover.ts'
import { dangerOf } from './danger.ts'
import type { Reflex } from './reflex.ts'

export const takeCoverReflex: Reflex = {
  name: 'take-cover',
  description: 'Take cover from a monster that the agent is too weak to fight, or cannot reach.',
  urgency: 80,
  rest: 60,
  skill: takeCover,
  when(context) {
    const { agentState, body } = context
    if (agentState.combat.inFight && body.vitals.health >= BREAK_OFF_HEALTH) return undefined
    const danger = dangerOf(context)
    return danger?.answer === 'take-cover' ? danger.reason : undefined
  },
}
