import { Vec3 } from 'vec3'
import type { Body } from '#body/body'

export const OBSIDIAN = 'obsidian'
/** How far away from the feet a portal is built (blocks). */
const RADIUS = 6
/** Width and height of a frame without its bottom, which is let into the ground (blocks). */
const WIDTH = 4
const HEIGHT = 4
/** Free ground before it, to stand on (blocks). */
const FORECOURT = 2

/** The places of the portal blocks, to the right and up. */
export const INSIDE = [1, 2].flatMap((right) => [0, 1, 2].map((up) => [right, up] as const))

/** Where a portal is built: on level ground, or in rock. */
export interface PortalSite {
  /** Where the first of its sides stands. */
  readonly origin: Vec3
  /** Steps from one side to the other, and to where one stands before it. */
  readonly along: Vec3
  readonly front: Vec3
  /** Whether the frame is cast of lava in the rock, rather than built. */
  readonly isCast: boolean
}

export const WAYS = [
  { along: new Vec3(1, 0, 0), front: new Vec3(0, 0, 1) },
  { along: new Vec3(1, 0, 0), front: new Vec3(0, 0, -1) },
  { along: new Vec3(0, 0, 1), front: new Vec3(1, 0, 0) },
  { along: new Vec3(0, 0, 1), front: new Vec3(-1, 0, 0) },
]

/** A place of a site: so far along, up from the ground, and to the front. */
export function placeAt(
  { origin, along, front }: Omit<PortalSite, 'isCast'>,
  right: number,
  up: number,
  forth = 0,
): Vec3 {
  return origin.plus(along.scaled(right)).plus(front.scaled(forth)).offset(0, up, 0)
}

/** Free, level ground near by with room for a frame and to stand before it. */
export function findPortalSite(body: Body): PortalSite | undefined {
  const offsets: Vec3[] = []
  for (let x = -RADIUS; x <= RADIUS; x++)
    for (let z = -RADIUS; z <= RADIUS; z++) offsets.push(new Vec3(x, 0, z))
  offsets.sort((a, b) => a.norm() - b.norm())
  for (const offset of offsets)
    for (const way of WAYS) {
      const site = { origin: body.feet.plus(offset), ...way, isCast: false }
      if (isFree(body, site)) return site
    }
  return undefined
}

function isFree(body: Body, site: PortalSite): boolean {
  for (let right = 0; right < WIDTH; right++) {
    for (let forth = 0; forth <= FORECOURT; forth++) {
      const { cube, diggable } = body.traitsAt(placeAt(site, right, -1, forth))
      if (!cube || !diggable) return false
      for (let up = 0; up < HEIGHT; up++)
        if (!body.traitsAt(placeAt(site, right, up, forth)).open) return false
    }
    if (!body.traitsAt(placeAt(site, right, -2)).cube) return false
  }
  return true
}
