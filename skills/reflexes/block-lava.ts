import { lavaBeside } from '#body/liquids'
import { blockLava } from '../survival/block-lava.ts'
import type { Reflex } from './reflex.ts'

/** Acts before the lava arrives: an agent that keeps digging next to flowing lava soon stands in it. */
export const blockLavaReflex: Reflex = {
  name: 'block-lava',
  description: 'Put blocks in front of lava that is about to flow onto the agent.',
  urgency: 97,
  rest: 20,
  skill: blockLava,
  when: ({ body }) => (lavaBeside(body).length > 0 ? 'lava beside the agent' : undefined),
}
