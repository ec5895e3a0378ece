import { SHAKY } from '../combat/slay.ts'
import { takeCover } from '../combat/take-cover.ts'
import { dangerOf } from './danger.ts'
import type { Reflex } from './reflex.ts'

/** Hides from a monster that the body is too weak for, or cannot get at. */
export const takeCoverReflex: Reflex = {
  name: 'take-cover',
  urgency: 80,
  rest: 60,
  skill: takeCover,
  when(context) {
    const { agentState, body } = context
    if (agentState.combat.inFight && body.vitals.health >= SHAKY) return undefined
    const danger = dangerOf(context)
    return danger?.answer === 'take-cover' ? danger.reason : undefined
  },
}
