import type { Body } from '#body/body'
import { travel } from '#body/navigation/travel'
import { SIDES } from '#geometry/neighbours'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { perform, type Skill, type SkillContext } from '../core/skill.ts'
import { breathe } from './breathe.ts'

/** Height of one leg of the way up (blocks); routes through rock are slow to find. */
const LEG = 8
const ROUTE_LIMIT = 4000
/** Ratio of the time for a block upward through rock to that for one over open ground. */
const STEEPNESS = 3
const MAX_TRIES = 6
/** Height in which to look for the sky, and distance at which to sample the land around (blocks). */
const SKY_HEIGHT = 48
const AROUND = 6
/** Height above the feet in which to look for the land (blocks). */
const HIGHEST = 128
/** A place at most this far below most of the land around is not a pit (blocks). */
const HOLLOW = 4

/** Climbs to where the sky is open and the land is walkable. */
export const surface: Skill<null> = {
  name: 'surface',
  effect: 'there is open sky above, and the feet are not down in a pit',
  budget: () => 4000,
  precondition: () => null,
  async run(context): Promise<Outcome> {
    const { body, signal } = context
    for (let tries = 0; tries < MAX_TRIES; ) {
      if (body.posture.isUnderWater) {
        // Straight up is the shortest way through water.
        const up = await perform(context, breathe, null)
        if (signal.aborted) return up
      }
      const from = body.feet
      if (onSurface(context, from.x, from.y, from.z)) return succeeded
      const top = from.y + LEG
      const arrival = await travel(
        body,
        {
          dry: true,
          heuristic: ({ y }) => Math.max(1, top - y) * STEEPNESS,
          isEnd: ({ x, y, z }) => y >= top || (y > from.y - LEG && onSurface(context, x, y, z)),
        },
        signal,
        { limit: ROUTE_LIMIT },
      )
      if (arrival !== 'arrived' || body.feet.y <= from.y) tries++
    }
    const { x, y, z } = body.feet
    return onSurface(context, x, y, z) ? succeeded : failed('unreachable', 'no way up')
  },
}

/** Whether a position is under the sky and not below most of the land around it. */
function onSurface({ body }: SkillContext, x: number, y: number, z: number): boolean {
  if (!skyAbove({ body }, x, y, z)) return false
  const heights = DIRECTIONS.map(([dx, dz]) => landHeight(body, x + dx, y, z + dz))
  heights.sort((a, b) => a - b)
  return y >= (heights[DIRECTIONS.length / 2] ?? y) - HOLLOW
}

const DIRECTIONS = Array.from({ length: 8 }, (_, i) => {
  const angle = (i / 8) * 2 * Math.PI
  return [Math.round(Math.cos(angle) * AROUND), Math.round(Math.sin(angle) * AROUND)] as const
})

/** The height of the feet on the land at a position, within the range that matters around `y`. */
function landHeight(body: Body, x: number, y: number, z: number): number {
  for (let height = y + SKY_HEIGHT; height > y - HOLLOW; height--) {
    if (!isAiry(body, x, height, z)) return height + 1
  }
  return y - HOLLOW
}

/**
 * Whether a position is under the open sky: only air and leaves above it and above an adjacent one, unlike in a
 * shaft. Over the feet of a swimmer there may be one block of water.
 */
export function skyAbove(
  { body }: Pick<SkillContext, 'body'>,
  x: number,
  y: number,
  z: number,
): boolean {
  const opensUp = (dx: number, dz: number) => {
    const top = body.traits(x + dx, y + 1, z + dz).water ? y + 1 : y
    for (let height = top + 1; height <= y + SKY_HEIGHT; height++)
      if (!isAiry(body, x + dx, height, z + dz)) return false
    return true
  }
  return opensUp(0, 0) && SIDES.some(([dx, dz]) => opensUp(dx, dz))
}

/** Depth of the feet below the top of the land (blocks). */
export function depthBelowLand(context: Pick<SkillContext, 'body'>): number {
  const { body } = context
  const { x, y, z } = body.feet
  if (skyAbove(context, x, y, z)) return 0
  const groundAbove = ([dx, dz]: readonly [number, number]) => {
    let above = HIGHEST
    while (above > 0 && isAiry(body, x + dx, y + above, z + dz)) above--
    return above
  }
  // In a shaft there is no ground right above.
  return groundAbove([0, 0]) || Math.max(...SIDES.map(groundAbove))
}

/** Whether a block is air, a plant or part of a tree, none of which is a roof. */
function isAiry(body: Body, x: number, y: number, z: number): boolean {
  const { open, name } = body.traits(x, y, z)
  return open || /leaves$|_log$/.test(name)
}
