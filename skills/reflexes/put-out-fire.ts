import { knowsWater, putOutFire } from '../survival/put-out-fire.ts'
import type { Reflex } from './reflex.ts'

/** Health at which a burning agent looks for water: the fire of lava takes 15 points. */
const WOUNDED = 12

export const putOutFireReflex: Reflex = {
  name: 'put-out-fire',
  description: 'Go into water nearby when fire may kill the agent.',
  urgency: 88,
  rest: 60,
  skill: putOutFire,
  when(context) {
    const { vitals, footing } = context.body
    if (!vitals.burning || footing.inLava || vitals.health > WOUNDED) return undefined
    return knowsWater(context) ? 'on fire' : undefined
  },
}
