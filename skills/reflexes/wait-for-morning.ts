import { skyAbove } from '../moving/surface.ts'
import { isNight, shelter } from '../survival/shelter.ts'
import type { Reflex } from './reflex.ts'

/** Health at which one had better not be out at night. */
const HURT = 12

/** Out at night and already hurt: better wait for the morning, unless the night is what one came out for. */
export const waitForMorning: Reflex = {
  name: 'wait-for-morning',
  urgency: 20,
  rest: 1200,
  skill: shelter,
  when(context) {
    const { body, agentState } = context
    if (agentState.combat.hunted.size > 0) return undefined
    if (!isNight(context) || body.vitals.health > HURT) return undefined
    const { x, y, z } = body.feet
    return skyAbove(context, x, y, z) ? 'night' : undefined
  },
}
