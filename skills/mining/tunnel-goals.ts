import type { Vec3 } from 'vec3'
import { type Goal, GoalStandY } from '#body/navigation/goal'
import type { Position } from '#body/navigation/position'
import { type Heading, isDeadEnd } from './tunnel-heading.ts'

/** Length of one piece of staircase (blocks). */
export const STAIR_LEG = 6
/** Distance between two probes (blocks): a vein seldom hides between them, and closer ones find less for their time. */
const TUNNEL_LEG = 4
/**
 * How many blocks of the way a tunnel is worth that is not a block too high: there it meets a seventh fewer diamonds up to
 * 1.17, and each piece would go on at that height. Half as much is what a step down costs.
 */
const HEIGHT_MATTERS = 4
/** What a block of the way is worth against one of height where the way is barred. */
const AWAY_MATTERS = 2
/** How much higher than where it was barred the way rather stays, if it can lead no lower (blocks). */
const BARRED = 12

/** The next piece of a straight tunnel at a height of the feet. */
export function ahead(feet: Vec3, heading: Heading, height: number): Goal {
  const x = feet.x + heading.x * TUNNEL_LEG
  const z = feet.z + heading.z * TUNNEL_LEG
  const along = (px: number, pz: number) => Math.abs(px - x) + Math.abs(pz - z)
  return {
    dry: true,
    heuristic: (node) => along(node.x, node.z) + Math.abs(node.y - height) * HEIGHT_MATTERS,
    // A block too high will do where the right height is hard to reach; from one too low it would go back up.
    isEnd: (node) => along(node.x, node.z) === 0 && node.y >= height && node.y <= height + 1,
  }
}

/**
 * The next piece of the way to a height that is so far away, down when that is negative (blocks).
 * @param deadEnds where the way was barred before.
 */
export function nextLevel(feet: Vec3, away: number, deadEnds: readonly Vec3[]): Goal {
  const level = new GoalStandY(feet.y + Math.sign(away) * Math.min(STAIR_LEG, Math.abs(away)))
  const isBarred = (node: Position) => isDeadEnd(deadEnds, node)
  return {
    dry: true,
    // A way that is not found whole must not lead back there either.
    heuristic: (node) => level.heuristic(node) + (isBarred(node) ? BARRED : 0),
    isEnd: (node) => level.isEnd(node) && !isBarred(node),
  }
}

/** So many blocks farther one way, at any height and however far to the side. */
export function onward(feet: Vec3, heading: Heading, blocks: number): Goal {
  const left: Goal['heuristic'] = ({ x, z }) =>
    Math.max(0, blocks - (x - feet.x) * heading.x - (z - feet.z) * heading.z)
  return {
    dry: true,
    heuristic: (node) => left(node) + Math.abs(node.y - feet.y) / AWAY_MATTERS,
    isEnd: (node) => left(node) === 0,
  }
}
