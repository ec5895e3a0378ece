import type { Body } from '#body/body'
import { travel } from '#body/navigation/travel'
import { SIDES } from '#geometry/neighbours'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { Skill, SkillContext } from '../core/skill.ts'

/** How far up one piece of the way leads (blocks); rock is slow to search. */
const LEG = 8
const ROUTE_LIMIT = 4000
/** How much longer a block upward takes through rock than one along open ground. */
const STEEPNESS = 3
const MAX_TRIES = 6
/** How far up it is looked for the sky, and around for the lie of the land (blocks). */
const SKY_HEIGHT = 48
const AROUND = 6
/** How far above the feet the land is looked for (blocks). */
const HIGHEST = 128
/** How much lower than most of the land around a place may be and still be no pit (blocks). */
const HOLLOW = 4

/** Comes up to where the sky is open and the land can be walked. */
export const surface: Skill<null> = {
  name: 'surface',
  effect: 'there is open sky above, and the feet are not down in a pit',
  budget: () => 4000,
  precondition: () => null,
  async run(context): Promise<Outcome> {
    const { body, signal } = context
    for (let tries = 0; tries < MAX_TRIES; ) {
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

/** Whether a place has the sky above it and most of the land around it no higher. */
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

/** Where feet would stand on the land, at most so far above or below `y` as matters. */
function landHeight(body: Body, x: number, y: number, z: number): number {
  for (let height = y + SKY_HEIGHT; height > y - HOLLOW; height--) {
    if (!isAiry(body, x, height, z)) return height + 1
  }
  return y - HOLLOW
}

/** Whether a position lies open: nothing but air and leaves is known above it and above one beside it, unlike in a shaft. */
export function skyAbove(
  { body }: Pick<SkillContext, 'body'>,
  x: number,
  y: number,
  z: number,
): boolean {
  const opensUp = (dx: number, dz: number) => {
    for (let height = y + 1; height <= y + SKY_HEIGHT; height++)
      if (!isAiry(body, x + dx, height, z + dz)) return false
    return true
  }
  return opensUp(0, 0) && SIDES.some(([dx, dz]) => opensUp(dx, dz))
}

/** How far the uppermost ground over the feet lies above them (blocks). */
export function depthBelowLand(context: Pick<SkillContext, 'body'>): number {
  const { body } = context
  const { x, y, z } = body.feet
  if (skyAbove(context, x, y, z)) return 0
  const groundAbove = ([dx, dz]: readonly [number, number]) => {
    let above = HIGHEST
    while (above > 0 && isAiry(body, x + dx, y + above, z + dz)) above--
    return above
  }
  // In a shaft there is none right above.
  return groundAbove([0, 0]) || Math.max(...SIDES.map(groundAbove))
}

/** Air, plants and trees: none of them is a roof. */
function isAiry(body: Body, x: number, y: number, z: number): boolean {
  const { open, name } = body.traits(x, y, z)
  return open || /leaves$|_log$/.test(name)
}
