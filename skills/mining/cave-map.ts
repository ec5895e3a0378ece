import { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { SIDES } from '#geometry/neighbours'

/** A place in a cave from which more of it would come into view. */
export interface Edge {
  readonly place: Vec3
  /** Length of the way there (blocks). */
  readonly steps: number
  /** Number of directions in which the cave is open to what the agent does not know. */
  readonly openings: number
}

/** Limit on places to walk through, and on the deepest step down (blocks). */
const MAX_PLACES = 1500
const MAX_DROP = 3
/** Limit on the distance of the unknown, so that the agent walks to where it sees farther (blocks). */
const NEAR = 3
/** Heights above the feet at which to look for what is unknown (blocks). */
const HEIGHTS = [0, 1, 2]
const DIRECTIONS: readonly (readonly [number, number])[] = [
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
]

/**
 * The places that the agent can walk to over known ground, without digging or building, and from which it would see more.
 * @param reach limit on the distance from the start on each axis (blocks).
 * @param least fewer openings than this do not count.
 */
export function edgesAround(body: Body, from: Vec3, reach: number, least: number): Edge[] {
  const start = groundBelow(body, from)
  if (!start) return []
  const edges: Edge[] = []
  const known = new Set([String(start)])
  const queue = [{ place: start, steps: 0 }]
  for (const { place, steps } of queue) {
    const openings = openingsAt(body, place)
    if (openings >= least) edges.push({ place, steps, openings })
    if (queue.length >= MAX_PLACES) continue
    for (const [dx, dz] of SIDES) {
      const next = stepTo(body, place, dx, dz)
      if (!next || known.has(String(next)) || isFar(next, start, reach)) continue
      known.add(String(next))
      queue.push({ place: next, steps: steps + 1 })
    }
  }
  return edges
}

function isFar(a: Vec3, b: Vec3, reach: number): boolean {
  return Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y), Math.abs(a.z - b.z)) > reach
}

/** Where the feet stand after a step: level, one block up, or a few down. */
function stepTo(body: Body, { x, y, z }: Vec3, dx: number, dz: number): Vec3 | undefined {
  const [toX, toZ] = [x + dx, z + dz]
  if (canStand(body, toX, y + 1, toZ) && isOpen(body, x, y + 2, z)) return new Vec3(toX, y + 1, toZ)
  if (!isOpen(body, toX, y + 1, toZ)) return undefined
  return groundBelow(body, new Vec3(toX, y, toZ))
}

/** Where the feet stand in a column, at a place or a few blocks below. */
export function groundBelow(body: Body, { x, y, z }: Vec3): Vec3 | undefined {
  for (let feet = y; feet >= y - MAX_DROP; feet--) {
    if (canStand(body, x, feet, z)) return new Vec3(x, feet, z)
    if (!isOpen(body, x, feet, z)) return undefined
  }
  return undefined
}

function canStand(body: Body, x: number, y: number, z: number): boolean {
  if (!isOpen(body, x, y, z) || !isOpen(body, x, y + 1, z)) return false
  const ground = body.traits(x, y - 1, z)
  return ground.floor && !ground.harmful && body.vision.isKnown(x, y - 1, z)
}

/** Whether a block is known to be air or the like. */
function isOpen(body: Body, x: number, y: number, z: number): boolean {
  const { open, water, lava } = body.traits(x, y, z)
  return open && !water && !lava && body.vision.isKnown(x, y, z)
}

function openingsAt(body: Body, { x, y, z }: Vec3): number {
  let openings = 0
  for (const height of HEIGHTS)
    for (const [dx, dz] of DIRECTIONS) {
      let far = 1
      while (far <= NEAR && isOpen(body, x + dx * far, y + height, z + dz * far)) far++
      const isUnknown = !body.vision.isKnown(x + dx * far, y + height, z + dz * far)
      if (far > 1 && far <= NEAR && isUnknown) openings++
    }
  return openings
}
