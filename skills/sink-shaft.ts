import { wouldFlood } from '../src/body/dig.ts'
import { digDown } from '../src/body/navigation/build.ts'
import { failed, type Outcome, succeeded } from '../src/goal/outcome.ts'
import { isSoil } from '../src/knowledge/ground.ts'
import type { Skill, SkillWorld } from './skill.ts'

/** Soil is four or five blocks thick nearly everywhere; below this a hollow is likelier (blocks). */
const DEEPEST = 7

export interface SinkShaftArgs {
  /** Whether rock has come into sight. */
  readonly found: () => boolean
}

/**
 * Digs straight down through soil until rock comes into sight: a block a level, where stairs take three. What is under the
 * block that one stands on shows only afterwards, but under soil that is hardly ever a deep hollow, or lava.
 */
export const sinkShaft: Skill<SinkShaftArgs> = {
  name: 'sink-shaft',
  effect: 'rock is in sight',
  budget: () => 400,
  precondition: (world) =>
    standsOnSoil(world) ? null : { kind: 'not-found', detail: 'no soil under the feet' },
  async run(context, { found }): Promise<Outcome> {
    const { body, signal } = context
    for (let depth = 0; depth < DEEPEST && !found(); depth++) {
      const under = body.feet.offset(0, -1, 0)
      if (!standsOnSoil(context) || wouldFlood(body, under))
        return failed('unreachable', 'no soil that can be dug down through')
      const { x, y, z } = under
      const failure = await digDown(body, { x, y, z, clear: [under], how: 'dig-down' }, signal)
      if (failure) return failed('unreachable', 'no way down through the soil')
      body.eyes.examine(x, y - 1, z)
    }
    return found() ? succeeded : failed('not-found', 'no rock under the soil')
  },
}

/** Whether the feet stand on a whole block of soil, as far as that is known. */
export function standsOnSoil({ body }: Pick<SkillWorld, 'body'>): boolean {
  const { x, y, z } = body.feet
  const { name, cube } = body.traits(x, y - 1, z)
  return cube && isSoil(name)
}
