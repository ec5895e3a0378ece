import { isBuried } from '#body/unbury'
import { digOut } from '../moving/dig-out.ts'
import type { Reflex } from './reflex.ts'

export const digOutReflex: Reflex = {
  name: 'dig-out',
  description: 'Dig out of sand or gravel that fell on the agent, before it suffocates.',
  urgency: 95,
  rest: 20,
  skill: digOut,
  when: ({ body }) => (isBuried(body) ? 'buried' : undefined),
}
