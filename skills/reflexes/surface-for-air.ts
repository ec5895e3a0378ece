import { breathe } from '../moving/breathe.ts'
import type { Reflex } from './reflex.ts'

/** Air below which more is fetched, of 20. */
const LOW_AIR = 8

/** Up for air before it runs out. */
export const surfaceForAir: Reflex = {
  name: 'surface-for-air',
  urgency: 90,
  rest: 20,
  skill: breathe,
  when({ body }) {
    const submerged = body.traitsAt(body.eye.floored()).water
    return submerged && body.vitals.air <= LOW_AIR ? 'out of air' : undefined
  },
}
