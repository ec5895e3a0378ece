import type { Body } from '#body/body'
import { breathe } from '../moving/breathe.ts'
import type { Reflex } from './reflex.ts'

/** Air level at which the agent surfaces, out of 20. */
const LOW_AIR = 8
/** Air for the way up through a block of water, and what must be left at the top (of 20). A body rises 0.1 blocks a tick. */
const BLOCK_AIR = 2 / 3
const SPARE_AIR = 2
/** Water deeper than this takes more than all air (blocks). */
const DEEPEST = 30
/** Seas lie between these heights: above an agent there, water may reach farther up than it has seen. */
const SEA_FLOOR = 30
const SEA_LEVEL = 63

export const surfaceForAir: Reflex = {
  name: 'surface-for-air',
  description: 'Swim up for air before it runs out.',
  urgency: 90,
  rest: 20,
  skill: breathe,
  when({ body }) {
    const submerged = body.traitsAt(body.eye.floored()).water
    if (!submerged) return undefined
    const needed = Math.max(LOW_AIR, depth(body) * BLOCK_AIR + SPARE_AIR)
    return body.vitals.air <= needed ? 'low on air' : undefined
  },
}

/** Water above the eyes (blocks), at most {@link DEEPEST}. */
function depth(body: Body): number {
  const { x, y, z } = body.eye.floored()
  const mayBeWater = (above: number) =>
    body.vision.isKnown(x, y + above, z)
      ? body.traits(x, y + above, z).water
      : y >= SEA_FLOOR && y + above < SEA_LEVEL
  let above = 0
  while (above < DEEPEST && mayBeWater(above)) above++
  return above
}
