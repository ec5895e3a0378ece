import { type Body, FILLER } from '#body/body'
import { digIntoUnknown } from '#body/navigation/dig-down'
import { takeInHand } from '#body/place'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { isBand, isSoil } from '#knowledge/ground'
import type { Skill } from '../core/skill.ts'
import { lightOverhead } from '../items/place-torch.ts'

/** Soil is four or five blocks thick almost everywhere; below this depth, a cave is more likely (blocks). */
export const SOIL_DEPTH = 7
/** Limit on the depth to dig through terracotta and sandstone, which are thick in badlands (blocks). */
export const BAND_DEPTH = 48

export interface DigShaftArgs {
  /** Maximum depth (blocks). */
  readonly levels: number
  /** Whether to stop early. */
  readonly until: () => boolean
  /** Whether to dig the block under the feet. */
  readonly through: (body: Body) => boolean
}

/**
 * Digs straight down: one block per level, where a staircase takes five for three. The block below shows only when
 * the one above is gone; {@link digIntoUnknown} handles lava, water and caves.
 */
export const digShaft: Skill<DigShaftArgs> = {
  name: 'dig-shaft',
  effect: 'the feet are `levels` blocks lower, or the condition to stop holds',
  budget: ({ levels }) => 60 * levels,
  precondition: ({ body }, { through }) =>
    through(body) ? null : { kind: 'not-found', detail: 'nothing to dig down through' },
  async run(context, { levels, until, through }): Promise<Outcome> {
    const { body, signal } = context
    const bottom = body.feet.y - levels
    // The agent may have to place a block under its feet in the middle of a jump.
    await takeInHand(body, FILLER, signal)
    while (body.feet.y > bottom && !until()) {
      if (!through(body)) return failed('unreachable', 'cannot dig this block')
      let failure = await digIntoUnknown(body, signal)
      // In the dark, most falls end just out of sight.
      if (failure === 'unseen' && (await lightOverhead(context)))
        failure = await digIntoUnknown(body, signal, true)
      if (failure) return failed('unreachable', `no way straight down: ${failure}`)
    }
    return succeeded
  },
}

/** Whether the feet stand on a full block of soil, as far as the agent knows. */
export function standsOnSoil(body: Body): boolean {
  const { name, cube } = body.traitsAt(body.feet.offset(0, -1, 0))
  return cube && isSoil(name)
}

/** Whether the feet stand on soil, or on a block that falls, such as sand. */
export function standsOnLoose(body: Body): boolean {
  return standsOnSoil(body) || body.traitsAt(body.feet.offset(0, -1, 0)).falls
}

/** Whether the feet stand on a full block of terracotta or sandstone. */
export function standsOnBand(body: Body): boolean {
  return standsOnDiggable(body) && isBand(body.traitsAt(body.feet.offset(0, -1, 0)).name)
}

/** Whether the feet stand on a block that the carried tools can harvest. */
export function standsOnDiggable(body: Body): boolean {
  const { x, y, z } = body.feet.offset(0, -1, 0)
  const { cube, diggable, harmful } = body.traits(x, y, z)
  return cube && diggable && !harmful && body.tools.choose(body.vision.state(x, y, z)).harvests
}
