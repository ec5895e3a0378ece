import type { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { ticksBetween } from '#body/navigation/estimate'
import { type PortalSite, placeAt, WAYS } from './portal-site.ts'

type Offset = readonly [right: number, up: number, forth: number]

/** A block of the frame, and the place for the water beside it. */
export interface Cell {
  readonly at: Offset
  readonly wet: Offset
}

/** The blocks of the frame in the order of casting. */
export const MOULD: readonly Cell[] = [
  { at: [1, -1, 0], wet: [1, 0, 0] },
  { at: [2, -1, 0], wet: [2, 0, 0] },
  { at: [0, 0, 0], wet: [1, 0, 0] },
  { at: [3, 0, 0], wet: [2, 0, 0] },
  { at: [0, 1, 0], wet: [1, 1, 0] },
  { at: [3, 1, 0], wet: [2, 1, 0] },
  { at: [0, 2, 0], wet: [1, 2, 0] },
  { at: [3, 2, 0], wet: [2, 2, 0] },
  { at: [1, 3, 0], wet: [1, 3, 1] },
  { at: [2, 3, 0], wet: [2, 3, 1] },
]

/** Where the agent stands to pour. */
const STANDS: readonly Offset[] = [
  [2, 0, 1],
  [1, 0, 1],
  [1, 0, 2],
  [2, 0, 2],
]
/** The way in. */
const ENTRANCE: readonly Offset[] = [1, 2].flatMap((right) =>
  [0, 1].map((up) => [right, up, 3] as const),
)
/** What routes may dig of it: the inside of the frame and the room before it. */
export const HOLLOWS: readonly Offset[] = [2, 1, 0].flatMap((forth) =>
  [0, 1, 2].flatMap((up) => [1, 2].map((right) => [right, up, forth] as const)),
)
/** Distance of a site from one that failed (blocks). */
const APART = 5
/** Ways between the lava and the frame. */
const CARRIES = 10
/** Cost of a site at the height of the lava (ticks): the rock hides more of it there, and it flows into the room. */
const DEEP_TICKS = 2000
/** Rock around the frame, which has to be sound. */
const ROCK = { right: [-1, 4], up: [-2, 4], forth: [-1, 1] } as const
/** The part of the site that routes must not dig: the only way in leads through the front. */
const SHELL = { right: [-1, 4], up: [-2, 4], forth: [-1, 3] } as const
/** No liquid may touch the room. */
const DRY = { right: [0, 3], up: [-1, 3], forth: [2, 3] } as const
/** How far from the agent and how far above or below it the frame may be (blocks). */
const RADIUS = 12
const RISE = 4

/** Extent of a part of a site, in both directions. */
interface Extent {
  readonly right: readonly [number, number]
  readonly up: readonly [number, number]
  readonly forth: readonly [number, number]
}

/**
 * A site in solid rock for a frame to cast, the quickest to reach from the agent and from the lava.
 * @param lava where the agent fetches it.
 * @param failed origins of sites that failed.
 */
export function findMould(body: Body, lava: Vec3, failed: readonly Vec3[]): PortalSite | undefined {
  const sites: { site: PortalSite; ticks: number }[] = []
  for (let x = -RADIUS; x <= RADIUS; x++)
    for (let z = -RADIUS; z <= RADIUS; z++)
      for (let y = -RISE; y <= RISE; y++) {
        const origin = body.feet.offset(x, y, z)
        if (failed.some((other) => other.distanceTo(origin) < APART)) continue
        const deep = origin.y + ROCK.up[0] <= lava.y ? DEEP_TICKS : 0
        const ticks = ticksBetween(body.feet, origin) + ticksBetween(origin, lava) * CARRIES + deep
        for (const way of WAYS) sites.push({ site: { origin, ...way, isCast: true }, ticks })
      }
  sites.sort((a, b) => a.ticks - b.ticks)
  return sites.find(({ site }) => isSound(body, site))?.site
}

/** Where to stand to pour, beginning with another place on each try. */
export function standsAt(site: PortalSite, tries: number): Vec3[] {
  const first = tries % STANDS.length
  return [...STANDS.slice(first), ...STANDS.slice(0, first)].map((at) => placeAt(site, ...at))
}

/** Keeps routes from digging the rock around the frame. */
export function guardMould(body: Body, site: PortalSite): void {
  for (const place of placesIn(site, SHELL))
    if (!isHollow(site, place)) body.builds.keep(place, body.traitsAt(place).name)
}

/** Lets routes dig the rock around the frame again. */
export function releaseMould(body: Body, site: PortalSite): void {
  for (const place of placesIn(site, SHELL)) body.builds.release(place)
}

/** Whether the inside of the frame and the room before it are free of water, as far as the agent sees. */
export function isDrained(body: Body, site: PortalSite): boolean {
  return HOLLOWS.every((at) => {
    const place = placeAt(site, ...at)
    body.vision.examine(place.x, place.y, place.z)
    return !body.traitsAt(place).water
  })
}

function isSound(body: Body, site: PortalSite): boolean {
  for (const place of placesIn(site, DRY)) {
    const { lava, water, name } = body.traitsAt(place)
    if (lava || water || name === 'unloaded') return false
  }
  for (const place of placesIn(site, ROCK)) {
    const { cube, diggable, falls } = body.traitsAt(place)
    if (!cube || !diggable || falls || body.isProtected(place)) return false
  }
  return true
}

/** Whether a place is part of the frame, of its inside, of the room before it, or holds water for it. */
export function isPartOfMould(site: PortalSite, place: Vec3): boolean {
  const parts = [...HOLLOWS, ...MOULD.flatMap(({ at, wet }) => [at, wet])]
  return parts.some((at) => placeAt(site, ...at).equals(place))
}

function isHollow(site: PortalSite, place: Vec3): boolean {
  return [...HOLLOWS, ...ENTRANCE].some((at) => placeAt(site, ...at).equals(place))
}

function placesIn(site: PortalSite, { right, up, forth }: Extent): Vec3[] {
  const places: Vec3[] = []
  for (let r = right[0]; r <= right[1]; r++)
    for (let u = up[0]; u <= up[1]; u++)
      for (let f = forth[0]; f <= forth[1]; f++) places.push(placeAt(site, r, u, f))
  return places
}
