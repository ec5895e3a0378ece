import { lavaBeside } from '#body/liquids'
import { blockLava } from '../survival/block-lava.ts'
import type { Reflex } from './reflex.ts'

/** Stops lava that is on its way before it is there: whoever digs on beside it stands in it soon. */
export const blockLavaReflex: Reflex = {
  name: 'block-lava',
  urgency: 97,
  rest: 20,
  skill: blockLava,
  when: ({ body }) => (lavaBeside(body).length > 0 ? 'lava beside' : undefined),
}
