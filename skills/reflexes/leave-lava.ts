import { swimOut } from '../moving/swim-out.ts'
import type { Reflex } from './reflex.ts'

export const leaveLava: Reflex = {
  name: 'leave-lava',
  description: 'Swim out of lava before doing anything else.',
  urgency: 100,
  rest: 5,
  skill: swimOut,
  when: ({ body }) => (body.footing.inLava ? 'in lava' : undefined),
}
