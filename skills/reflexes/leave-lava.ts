import { swimOut } from '../moving/swim-out.ts'
import type { Reflex } from './reflex.ts'

/** Out of lava before all else: nobody lives long in there. */
export const leaveLava: Reflex = {
  name: 'leave-lava',
  urgency: 100,
  rest: 5,
  skill: swimOut,
  when: ({ body }) => (body.footing.inLava ? 'in lava' : undefined),
}
