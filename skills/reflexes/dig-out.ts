import { isBuried } from '#body/unbury'
import { digOut } from '../moving/dig-out.ts'
import type { Reflex } from './reflex.ts'

/** Out of gravel and sand that came down on the head, before it suffocates. */
export const digOutReflex: Reflex = {
  name: 'dig-out',
  urgency: 95,
  rest: 20,
  skill: digOut,
  when: ({ body }) => (isBuried(body) ? 'buried' : undefined),
}
