import { breathe } from '../moving/breathe.ts'
import type { Reflex } from './reflex.ts'

/** Air level at which the agent surfaces, out of 20. */
const LOW_AIR = 8

export const surfaceForAir: Reflex = {
  name: 'surface-for-air',
  description: 'Swim up for air before it runs out.',
  urgency: 90,
  rest: 20,
  skill: breathe,
  when({ body }) {
    const submerged = body.traitsAt(body.eye.floored()).water
    return submerged && body.vitals.air <= LOW_AIR ? 'low on air' : undefined
  },
}
