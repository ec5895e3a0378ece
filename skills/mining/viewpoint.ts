import { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { OVERLAND } from '#body/navigation/move-costs'
import type { SkillWorld } from '../core/skill.ts'

/** A position to look around from. */
export interface Viewpoint {
  readonly place: Vec3
  /** Direction from the current position. */
  readonly heading: { readonly x: number; readonly z: number }
}

const DIRECTIONS = 16
/** Distances of candidate viewpoints (blocks). */
const DISTANCES = [24, 40, 56]
/** View range (chunks), and the share of a new chunk that is still unseen if the agent saw it from afar. */
const VIEW_CHUNKS = 3
const SEEN_FROM_AFAR = 0.3
const CHUNK = 16
/** Positions in each chunk at which to sample the ground. */
const SAMPLES = [
  [4, 4],
  [12, 12],
] as const
/** Relative likelihood of the target on other ground, on water, and on unknown land. */
const WRONG_GROUND = 0.15
const ON_WATER = 0.02
const ON_UNKNOWN = 0.5
/** Ticks to look around, and the extra ticks without ground to stand on. */
const LOOK_TICKS = 60
const AFLOAT_TICKS = 200
/** Distance between two ground samples on a way (blocks). */
const STEP = 4
/** Bonus for going straight on. */
const STRAIGHT = 0.5
/** Distance around an unreachable viewpoint in which others are excluded (blocks). */
const NEIGHBOURHOOD = 16
/** Height range above and below the feet in which to look for the ground (blocks). */
const HEIGHT = 40

interface Ground {
  /** The top block below trees; `unloaded` where it is unknown. */
  readonly name: string
  readonly isWater: boolean
  /** Whether a tree is above it. */
  readonly isWooded: boolean
  readonly y: number
}

/**
 * The next viewpoint: the one where most unsearched land comes into view per tick of travel, preferably over land.
 * @param grounds ground blocks on which to expect the target; undefined for any.
 * @param failed unreachable positions.
 * @returns undefined when there is no viewpoint left.
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

/** Expected value of the land in view from a position. */
function inView({ x, z }: Vec3, worthOf: (chunkX: number, chunkZ: number) => number): number {
  let sum = 0
  for (let dx = -VIEW_CHUNKS; dx <= VIEW_CHUNKS; dx++)
    for (let dz = -VIEW_CHUNKS; dz <= VIEW_CHUNKS; dz++)
      if (Math.hypot(dx, dz) <= VIEW_CHUNKS) sum += worthOf((x >> 4) + dx, (z >> 4) + dz)
  return sum
}

/** Estimated time of the straight way over land (ticks), and the ground at its end. */
function way(
  body: Body,
  heading: Viewpoint['heading'],
  distance: number,
): { ticks: number; end: Ground } {
  let ticks = LOOK_TICKS
  let end: Ground = { name: 'unloaded', isWater: false, isWooded: false, y: body.feet.y - 1 }
  for (let gone = STEP; gone <= distance; gone += STEP) {
    const ground = groundAt(body, body.feet.x + heading.x * gone, body.feet.z + heading.z * gone)
    ticks +=
      STEP * (ground.isWater ? OVERLAND.swim : OVERLAND.walk) +
      Math.abs(ground.y - end.y) * OVERLAND.climb
    end = ground
  }
  return { ticks: ticks + (end.isWater ? AFLOAT_TICKS : 0), end }
}

/** Likelihood of the target in a chunk, by its ground. */
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
