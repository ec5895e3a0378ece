import { skyAbove } from '../moving/surface.ts'
import { isDarkOutside, shelter } from '../survival/shelter.ts'
import type { Reflex } from './reflex.ts'

/** Health at which the agent does not stay outside in the dark. */
const WOUNDED = 12

export const waitForMorning: Reflex = {
  name: 'wait-for-morning',
  description:
    'Shelter when wounded outside at night or in a thunderstorm, except on a monster hunt.',
  urgency: 20,
  rest: 1200,
  skill: shelter,
  when(context) {
    const { body, agentState } = context
    if (agentState.combat.hunted.size > 0) return undefined
    if (!isDarkOutside(context) || body.vitals.health > WOUNDED) return undefined
    const { x, y, z } = body.feet
    if (!skyAbove(context, x, y, z)) return undefined
    return body.game.thundering ? 'thunderstorm' : 'night'
  },
}
