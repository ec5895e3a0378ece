import { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { firstBlockToward } from '#body/sight'
import { SIDES } from '#geometry/neighbours'
import type { BlockTraits } from '#knowledge/block-traits'
import { type MobTerrain, mobStepHeight } from '#knowledge/mob-step'
import type { KnownEntity } from '#perception/world-memory'

/** Monsters that climb walls or fly. */
const CLIMBERS = /^(spider|cave_spider|phantom|breeze)$/
/** Distances from which a monster does damage, from feet to feet (blocks): in general, spiders and creepers. */
const MELEE_REACH = 1.6
const LEAP_REACH = 3
const BLAST_REACH = 3.5
/** Eye height of a monster, as a part of its height. */
const EYES = 0.85
/** The search ends after this many positions: a monster with a longer path is no danger yet. */
const MAX_POSITIONS = 200

interface Place {
  readonly x: number
  readonly y: number
  readonly z: number
}

interface OpenPlace {
  readonly place: Place
  /** Distance from the place to the agent (blocks). */
  readonly left: number
}

/**
 * Whether a monster has a short path to a place from which it can damage the agent. Monsters step up one block and drop
 * down three; unknown blocks count as passable.
 */
export function canReachAgent(body: Body, { kind, position, height }: KnownEntity): boolean {
  const reach = reachOf(kind)
  const harms = (feet: Vec3) =>
    feet.distanceTo(body.position) <= reach &&
    firstBlockToward(body, feet.offset(0, height * EYES, 0)) === null
  if (harms(position)) return true
  const steps = CLIMBERS.test(kind) ? climb : walk
  const start = position.offset(0, 0.2, 0).floored()
  const seen = new Set([keyOf(start)])
  const open: OpenPlace[] = [{ place: start, left: 0 }]
  while (open.length > 0 && seen.size < MAX_POSITIONS) {
    for (const next of steps(body, takeNearest(open))) {
      if (seen.has(keyOf(next))) continue
      seen.add(keyOf(next))
      const feet = new Vec3(next.x + 0.5, next.y, next.z + 0.5)
      if (harms(feet)) return true
      open.push({ place: next, left: feet.distanceTo(body.position) })
    }
  }
  return false
}

function reachOf(kind: string): number {
  if (kind === 'creeper') return BLAST_REACH
  return kind === 'spider' || kind === 'cave_spider' ? LEAP_REACH : MELEE_REACH
}

function keyOf({ x, y, z }: Place): string {
  return `${x},${y},${z}`
}

function takeNearest(open: OpenPlace[]): Place {
  const nearest = open.reduce((best, { left }, i) => (left < (open[best]?.left ?? 0) ? i : best), 0)
  const [taken] = open.splice(nearest, 1)
  if (!taken) throw new Error('no place is left')
  return taken.place
}

/** Places that a walking monster reaches in one step. */
function walk(body: Body, { x, y, z }: Place): Place[] {
  const terrain: MobTerrain = {
    isFree: (bx, by, bz) => isFree(body, bx, by, bz),
    supports: (bx, by, bz) => isSupport(body, bx, by, bz),
  }
  const headRoom = terrain.isFree(x, y + 2, z)
  return SIDES.flatMap(([dx, dz]) => {
    const height = mobStepHeight(terrain, x + dx, y, z + dz, headRoom)
    return height === undefined ? [] : [{ x: x + dx, y: height, z: z + dz }]
  })
}

/** Places that a climbing monster reaches in one step. */
function climb(body: Body, { x, y, z }: Place): Place[] {
  const beside = SIDES.map(([dx, dz]) => ({ x: x + dx, y, z: z + dz }))
  return [...beside, { x, y: y + 1, z }, { x, y: y - 1, z }].filter((next) =>
    isFree(body, next.x, next.y, next.z),
  )
}

function isFree(body: Body, x: number, y: number, z: number): boolean {
  return test(body, x, y, z, ({ open, water }) => open || water)
}

function isSupport(body: Body, x: number, y: number, z: number): boolean {
  return test(body, x, y, z, ({ height, water }) => water || (height > 0 && height <= 1))
}

function test(
  body: Body,
  x: number,
  y: number,
  z: number,
  holds: (traits: BlockTraits) => boolean,
): boolean {
  return !body.vision.isKnown(x, y, z) || holds(body.traits(x, y, z))
}
