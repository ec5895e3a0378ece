import { skyAbove } from '../moving/surface.ts'
import { isNight, shelter } from '../survival/shelter.ts'
import type { Reflex } from './reflex.ts'

/** Health at which the agent does not stay outside at night. */
const WOUNDED = 12

export const waitForMorning: Reflex = {
  name: 'wait-for-morning',
  description: 'Shelter until morning when wounded outside at night, except on a monster hunt.',
  urgency: 20,
  rest: 1200,
  skill: shelter,
  when(context) {
    const { body, agentState } = context
    if (agentState.combat.hunted.size > 0) return undefined
    if (!isNight(context) || body.vitals.health > WOUNDED) return undefined
    const { x, y, z } = body.feet
    return skyAbove(context, x, y, z) ? 'night' : undefined
  },
}
