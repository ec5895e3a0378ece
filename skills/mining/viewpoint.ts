import { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import type { SkillWorld } from '../core/skill.ts'

/** A place to look around from. */
export interface Viewpoint {
  readonly place: Vec3
  /** Direction in which it lies. */
  readonly heading: { readonly x: number; readonly z: number }
}

const DIRECTIONS = 16
/** How far away places to look from are weighed (blocks). */
const DISTANCES = [24, 40, 56]
/** How far one sees what is searched for, in chunks, and what of a new chunk may have been seen from afar. */
const VIEW_CHUNKS = 3
const SEEN_FROM_AFAR = 0.3
const CHUNK = 16
/** Places in each chunk whose ground is looked at. */
const SAMPLES = [
  [4, 4],
  [12, 12],
] as const
/** How likely the sought is on other ground than its own, on water, and on land that nobody knows. */
const WRONG_GROUND = 0.15
const ON_WATER = 0.02
const ON_UNKNOWN = 0.5
/** Ticks for each block along the map over land and by swimming, and for each block up or down. */
const WALK = 5.5
const SWIM = 14
const CLIMB = 12
/** What looking around takes, and standing nowhere to look from (ticks). */
const LOOK_TICKS = 60
const AFLOAT_TICKS = 200
/** Distance between two places at which the way is looked at (blocks). */
const STEP = 4
/** How much more going straight on is worth than turning round. */
const STRAIGHT = 0.5
/** Places this near to one that could not be got to are no better (blocks). */
const NEIGHBOURHOOD = 16
/** How far above and below the feet the ground is looked for (blocks). */
const HEIGHT = 40

interface Ground {
  /** Kind of the uppermost block under trees; `unloaded` where nothing is known. */
  readonly name: string
  readonly isWater: boolean
  /** Whether a tree stands above it. */
  readonly isWooded: boolean
  readonly y: number
}

/**
 * Where to look from next: where most land comes into view that was not looked over, for the time that
 * it takes to get there, over land rather than through water.
 * @param grounds blocks on which the sought is to be expected; undefined for any.
 * @param failed places that could not be got to.
 * @returns undefined when there is nowhere left to go.
 */
export function nextViewpoint(
  { body, memory, agentState }: Pick<SkillWorld, 'body' | 'memory' | 'agentState'>,
  grounds: ReadonlySet<string> | undefined,
  failed: readonly Vec3[],
): Viewpoint | undefined {
  const worths = new Map<string, number>()
  const worthOf = (chunkX: number, chunkZ: number) => {
    const key = `${chunkX},${chunkZ}`
    let worth = worths.get(key)
    if (worth === undefined) {
      const isNew = !agentState.exploration.searchedChunks.has(chunkX, chunkZ)
      const novelty = memory.visited(chunkX, chunkZ) ? SEEN_FROM_AFAR : 1
      worth = isNew ? novelty * likelihood(body, chunkX, chunkZ, grounds) : 0
      worths.set(key, worth)
    }
    return worth
  }
  let best: Viewpoint | undefined
  let bestScore = 0
  for (let direction = 0; direction < DIRECTIONS; direction++) {
    const angle = (direction / DIRECTIONS) * 2 * Math.PI
    const heading = { x: Math.cos(angle), z: Math.sin(angle) }
    const { heading: before } = agentState.exploration
    const turn = before ? heading.x * before.x + heading.z * before.z : 0
    for (const distance of DISTANCES) {
      const { ticks, end } = way(body, heading, distance)
      const place = new Vec3(
        Math.floor(body.feet.x + heading.x * distance),
        end.y + 1,
        Math.floor(body.feet.z + heading.z * distance),
      )
      if (failed.some((other) => other.xzDistanceTo(place) < NEIGHBOURHOOD)) continue
      const score = (inView(place, worthOf) / ticks) * (1 + STRAIGHT * turn)
      if (score <= bestScore) continue
      bestScore = score
      best = { place, heading }
    }
  }
  return best
}

/** How much there is to be found around a place. */
function inView({ x, z }: Vec3, worthOf: (chunkX: number, chunkZ: number) => number): number {
  let sum = 0
  for (let dx = -VIEW_CHUNKS; dx <= VIEW_CHUNKS; dx++)
    for (let dz = -VIEW_CHUNKS; dz <= VIEW_CHUNKS; dz++)
      if (Math.hypot(dx, dz) <= VIEW_CHUNKS) sum += worthOf((x >> 4) + dx, (z >> 4) + dz)
  return sum
}

/** About how long the straight way over the land takes (ticks), and where it ends. */
function way(
  body: Body,
  heading: Viewpoint['heading'],
  distance: number,
): { ticks: number; end: Ground } {
  let ticks = LOOK_TICKS
  let end: Ground = { name: 'unloaded', isWater: false, isWooded: false, y: body.feet.y - 1 }
  for (let gone = STEP; gone <= distance; gone += STEP) {
    const ground = groundAt(body, body.feet.x + heading.x * gone, body.feet.z + heading.z * gone)
    ticks += STEP * (ground.isWater ? SWIM : WALK) + Math.abs(ground.y - end.y) * CLIMB
    end = ground
  }
  return { ticks: ticks + (end.isWater ? AFLOAT_TICKS : 0), end }
}

/** How likely the sought is on a chunk, by its ground. */
function likelihood(
  body: Body,
  chunkX: number,
  chunkZ: number,
  grounds: ReadonlySet<string> | undefined,
): number {
  const parts = SAMPLES.map(([x, z]) => {
    const { name, isWater } = groundAt(body, chunkX * CHUNK + x, chunkZ * CHUNK + z)
    if (name === 'unloaded') return ON_UNKNOWN
    if (grounds?.has(name)) return 1
    if (isWater) return ON_WATER
    return grounds ? WRONG_GROUND : 1
  })
  return parts.reduce((sum, part) => sum + part, 0) / parts.length
}

/** The ground of a column as far as it is known. */
export function groundAt(body: Body, x: number, z: number): Ground {
  const [columnX, columnZ] = [Math.floor(x), Math.floor(z)]
  const { feet } = body
  let isWooded = false
  for (let y = feet.y + HEIGHT; y >= feet.y - HEIGHT; y--) {
    const { name, open, water } = body.traits(columnX, y, columnZ)
    if (name === 'unloaded') return { name, isWater: false, isWooded, y: feet.y - 1 }
    const isTree = /leaves$|_log$/.test(name)
    if (water || !(open || isTree)) return { name, isWater: water, isWooded, y }
    isWooded ||= isTree
  }
  return { name: 'unloaded', isWater: false, isWooded, y: feet.y - 1 }
}
