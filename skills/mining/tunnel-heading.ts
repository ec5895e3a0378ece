import type { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import type { SkillContext } from '../core/skill.ts'

/** A direction along one of the axes of the map. */
export interface Heading {
  readonly x: number
  readonly z: number
}

export const HEADINGS: readonly [Heading, ...Heading[]] = [
  { x: 1, z: 0 },
  { x: 0, z: 1 },
  { x: -1, z: 0 },
  { x: 0, z: -1 },
]

/** Distance ahead, and to the sides, in which to count rock (blocks). */
export const AHEAD = 24
const ASIDE = [-4, -2, 0, 2, 4]
/** Distance around a dead end in which to expect nothing new (blocks). */
const DEAD_END_RADIUS = 6

/** The direction of the tunnel: the previous one if there is one. */
export function currentHeading({ agentState, body }: SkillContext): Heading {
  const kept = agentState.exploration.heading
  const axis = kept && HEADINGS.find(({ x, z }) => x * kept.x + z * kept.z > 0.7)
  const heading =
    axis ?? HEADINGS[Math.abs(body.feet.x + body.feet.z) % HEADINGS.length] ?? HEADINGS[0]
  agentState.exploration.headFor(heading)
  return heading
}

/**
 * All directions, the one with most unseen rock first. Among equals, straight ahead comes first and back comes
 * last.
 */
export function freshHeadings(context: SkillContext): Heading[] {
  const { x = 0, z = 0 } = context.agentState.exploration.heading ?? {}
  const straight = (heading: Heading) => x * heading.x + z * heading.z
  return HEADINGS.map((heading) => ({
    heading,
    share: unseenShare(context, context.body.feet, heading),
  }))
    .sort((a, b) => b.share - a.share || straight(b.heading) - straight(a.heading))
    .map(({ heading }) => heading)
}

/** The share of the rock in a direction that is unseen and not near a known dead end. */
export function unseenShare(
  { body, agentState }: SkillContext,
  from: Vec3,
  { x, z }: Heading,
): number {
  let unseen = 0
  let all = 0
  for (let far = 2; far <= AHEAD; far += 2) {
    for (const aside of ASIDE) {
      const place = from.offset(x * far - z * aside, 0, z * far + x * aside)
      all++
      if (!isSeen(body, place) && !isDeadEnd(agentState.exploration.deadEnds, place)) unseen++
    }
  }
  return unseen / all
}

function isSeen(body: Body, { x, y, z }: Vec3): boolean {
  return body.vision.isKnown(x, y, z) || body.vision.isKnown(x, y + 1, z)
}

/** Whether a position is near a dead end. */
export function isDeadEnd(
  deadEnds: readonly Vec3[],
  { x, y, z }: { readonly x: number; readonly y: number; readonly z: number },
): boolean {
  return deadEnds.some((end) => Math.hypot(end.x - x, end.y - y, end.z - z) < DEAD_END_RADIUS)
}
