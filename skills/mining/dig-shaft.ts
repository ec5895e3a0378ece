import { type Body, FILLER } from '#body/body'
import { digIntoUnknown } from '#body/navigation/dig-down'
import { takeInHand } from '#body/place'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { isSoil } from '#knowledge/ground'
import type { Skill } from '../core/skill.ts'

/** Soil is four or five blocks thick nearly everywhere; below this a hollow is likelier (blocks). */
export const SOIL_DEPTH = 7

export interface DigShaftArgs {
  /** How far down at most (blocks). */
  readonly levels: number
  /** Ends it early. */
  readonly until: () => boolean
  /** Whether to dig away what the body stands on. */
  readonly through: (body: Body) => boolean
}

/**
 * Digs straight down: a block a level, where stairs take five for three. What is under the block that one stands on shows
 * when it goes; see {@link digIntoUnknown} for what then happens over lava, water and caves.
 */
export const digShaft: Skill<DigShaftArgs> = {
  name: 'dig-shaft',
  effect: 'so many levels lower, or what was to end it holds',
  budget: ({ levels }) => 60 * levels,
  precondition: ({ body }, { through }) =>
    through(body) ? null : { kind: 'not-found', detail: 'nothing to dig down through' },
  async run({ body, signal }, { levels, until, through }): Promise<Outcome> {
    const bottom = body.feet.y - levels
    // Within reach of the hand, should it have to go under the feet in the middle of a jump.
    await takeInHand(body, FILLER, signal)
    while (body.feet.y > bottom && !until()) {
      if (!through(body)) return failed('unreachable', 'no way down through this')
      const failure = await digIntoUnknown(body, signal)
      if (failure) return failed('unreachable', `no way straight down: ${failure}`)
    }
    return succeeded
  },
}

/** Whether the feet stand on a whole block of soil, as far as that is known. */
export function standsOnSoil(body: Body): boolean {
  const { name, cube } = body.traitsAt(body.feet.offset(0, -1, 0))
  return cube && isSoil(name)
}

/** Whether they stand on something that the tools that are carried dig without loss. */
export function standsOnDiggable(body: Body): boolean {
  const { x, y, z } = body.feet.offset(0, -1, 0)
  const { cube, diggable, harmful } = body.traits(x, y, z)
  return cube && diggable && !harmful && body.tools.choose(body.eyes.state(x, y, z)).harvests
}
