import type { Vec3 } from 'vec3'
import { GoalStandY, type NavigationGoal } from '#body/navigation/goal'
import type { Position } from '#body/navigation/position'
import { type Heading, isDeadEnd } from './tunnel-heading.ts'

/** Length of one leg of a staircase (blocks). */
export const STAIR_LEG = 6
/** Distance between two pairs of holes (blocks). Few veins fit between them, and closer ones find less per tick. */
const TUNNEL_LEG = 4
/**
 * Extra walking distance that the exact tunnel height is worth (blocks). One block higher there are a seventh
 * fewer diamonds up to 1.17, and every later leg would stay at that height. A step down costs half as much.
 */
const HEIGHT_MATTERS = 4
/** Weight of a block of height against a block of distance in a detour. */
const AWAY_MATTERS = 2
/** Extra height that a leg prefers over returning to a dead end (blocks). */
const BARRED = 12

/** The next leg of a straight tunnel at a height of the feet. */
export function ahead(feet: Vec3, heading: Heading, height: number): NavigationGoal {
  const x = feet.x + heading.x * TUNNEL_LEG
  const z = feet.z + heading.z * TUNNEL_LEG
  const along = (px: number, pz: number) => Math.abs(px - x) + Math.abs(pz - z)
  return {
    dry: true,
    heuristic: (node) => along(node.x, node.z) + Math.abs(node.y - height) * HEIGHT_MATTERS,
    // One block higher is acceptable where the exact height is hard to reach. From below, the agent would have to
    // climb back.
    isEnd: (node) => along(node.x, node.z) === 0 && node.y >= height && node.y <= height + 1,
  }
}

/**
 * The next leg of the way up or down by a number of blocks, negative for down.
 * @param deadEnds positions where the way was blocked before.
 */
export function nextLevel(feet: Vec3, away: number, deadEnds: readonly Vec3[]): NavigationGoal {
  const level = new GoalStandY(feet.y + Math.sign(away) * Math.min(STAIR_LEG, Math.abs(away)))
  const isBarred = (node: Position) => isDeadEnd(deadEnds, node)
  return {
    dry: true,
    // A partial route must not lead back to a dead end either.
    heuristic: (node) => level.heuristic(node) + (isBarred(node) ? BARRED : 0),
    isEnd: (node) => level.isEnd(node) && !isBarred(node),
  }
}

/** A number of blocks in a direction, at any height and any lateral offset. */
export function onward(feet: Vec3, heading: Heading, blocks: number): NavigationGoal {
  const left: NavigationGoal['heuristic'] = ({ x, z }) =>
    Math.max(0, blocks - (x - feet.x) * heading.x - (z - feet.z) * heading.z)
  return {
    dry: true,
    heuristic: (node) => left(node) + Math.abs(node.y - feet.y) / AWAY_MATTERS,
    isEnd: (node) => left(node) === 0,
  }
}
