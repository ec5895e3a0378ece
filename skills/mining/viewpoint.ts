import { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { OVERLAND } from '#body/navigation/move-costs'
import type { SkillWorld } from '../core/skill.ts'
import type { Exploration } from './exploration.ts'

/** A position to look around from. */
export interface Viewpoint {
  readonly place: Vec3
  /** Direction from the current position, or from the earlier position that the way leads back to. */
  readonly heading: Heading
  /** Positions to walk back over first, the nearest first; empty if the way starts here. */
  readonly back: readonly Vec3[]
}

interface Heading {
  readonly x: number
  readonly z: number
}

/** A position where a way to new land can start. */
interface Start {
  readonly from: Vec3
  readonly back: readonly Vec3[]
  /** Time to walk back to it (ticks). */
  readonly ticks: number
}

/** Stands for trees in a set of grounds, whatever they grow on. */
export const TREES = 'trees'

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
/** The same where trees are in sight, for a target that is part of them. */
const ON_TREES = 4
/** Share of that in unknown land beyond water, because seas are wide. */
const BEYOND_WATER = 0.2
/** Number of earlier positions from which the search may continue. */
const MAX_STARTS = 10
/** Distance between two positions where ways start (blocks). */
const STARTS_APART = 12
/** Ticks to look around, and the extra ticks without ground to stand on. */
const LOOK_TICKS = 60
const AFLOAT_TICKS = 200
/** Distance between two ground samples on a way (blocks). */
const STEP = 4
/** Bonus for a straight course. */
const STRAIGHT = 0.5
/** Value of the way back at sea, where a straight course has 1: land that is in sight is worth more. */
const BACK_AT_SEA = 0.2
/** Distance around an unreachable viewpoint in which others are excluded (blocks). */
const NEIGHBOURHOOD = 16
/** Height range above and below the feet in which to look for the ground (blocks). */
const HEIGHT = 40

interface Ground {
  /** The top block below trees; `unloaded` in chunks that are not loaded. */
  readonly name: string
  /** Whether the agent has seen it. */
  readonly isKnown: boolean
  readonly isWater: boolean
  /** Whether a tree is above it. */
  readonly isWooded: boolean
  readonly y: number
}

/**
 * The next viewpoint: the one where most unsearched land comes into view per tick of travel, preferably over land. The way may
 * lead back to an earlier position, so that the search does not swim into a sea while there is land elsewhere.
 * @param grounds ground blocks on which to expect the target; undefined for any.
 * @param failed unreachable positions.
 * @returns undefined when there is no viewpoint left.
 */
export function nextViewpoint(
  { body, memory, agentState }: Pick<SkillWorld, 'body' | 'memory' | 'agentState'>,
  grounds: ReadonlySet<string> | undefined,
  failed: readonly Vec3[],
): Viewpoint | undefined {
  const { exploration } = agentState
  const worths = new Map<string, Worth>()
  const worthOf = (chunkX: number, chunkZ: number) => {
    const key = `${chunkX},${chunkZ}`
    let worth = worths.get(key)
    if (!worth) {
      const isNew = !exploration.searchedChunks.has(chunkX, chunkZ)
      const novelty = memory.visited(chunkX, chunkZ) ? SEEN_FROM_AFAR : 1
      worth = isNew ? worthIn(body, chunkX, chunkZ, grounds, novelty) : WORTHLESS
      worths.set(key, worth)
    }
    return worth
  }
  const { heading: before } = exploration
  const isAtSea = body.footing.inWater
  let best: Viewpoint | undefined
  let bestScore = 0
  for (const start of startsFor(body.feet, exploration)) {
    for (let direction = 0; direction < DIRECTIONS; direction++) {
      const angle = (direction / DIRECTIONS) * 2 * Math.PI
      const heading = { x: Math.cos(angle), z: Math.sin(angle) }
      const isHere = start.back.length === 0
      const turn = before && isHere ? heading.x * before.x + heading.z * before.z : 0
      for (const { distance, ticks, end, isBeyondWater } of waysFrom(body, start.from, heading)) {
        const place = new Vec3(
          Math.floor(start.from.x + heading.x * distance),
          end.y + 1,
          Math.floor(start.from.z + heading.z * distance),
        )
        if (failed.some((other) => other.xzDistanceTo(place) < NEIGHBOURHOOD)) continue
        const value = inView(place, worthOf, isBeyondWater ? BEYOND_WATER : 1)
        const score =
          (value / (start.ticks + ticks)) * (isAtSea ? seaCourse(turn) : 1 + STRAIGHT * turn)
        if (score <= bestScore) continue
        bestScore = score
        best = { place, heading, back: start.back }
      }
    }
  }
  return best
}

/**
 * How good a course is for a swimmer. Seas look the same in all directions, and only a straight course is sure to end.
 * @param turn cosine of the angle to the course so far; 0 without one.
 */
function seaCourse(turn: number): number {
  return BACK_AT_SEA + (1 - BACK_AT_SEA) * ((1 + turn) / 2) ** 2
}

/** The current position, and earlier ones at some distance from each other. */
export function startsFor(
  feet: Vec3,
  { viewpoints, hasSwum }: Pick<Exploration, 'viewpoints' | 'hasSwum'>,
): Start[] {
  const starts: Start[] = [{ from: feet, back: [], ticks: 0 }]
  let back: readonly Vec3[] = []
  let ticks = 0
  let last = feet
  let isSwim = hasSwum
  for (const { place: from, isBeyondWater } of viewpoints.toReversed()) {
    if (starts.length > MAX_STARTS) break
    ticks += last.xzDistanceTo(from) * (isSwim ? OVERLAND.swim : OVERLAND.walk)
    last = from
    isSwim = isBeyondWater
    back = [...back, from]
    if (starts.every((other) => other.from.xzDistanceTo(from) >= STARTS_APART))
      starts.push({ from, back, ticks })
  }
  return starts
}

/** Expected value of the land in view from a position. */
function inView(
  { x, z }: Vec3,
  worthOf: (chunkX: number, chunkZ: number) => Worth,
  shareOfUnknown: number,
): number {
  let sum = 0
  for (let dx = -VIEW_CHUNKS; dx <= VIEW_CHUNKS; dx++)
    for (let dz = -VIEW_CHUNKS; dz <= VIEW_CHUNKS; dz++)
      if (Math.hypot(dx, dz) <= VIEW_CHUNKS) {
        const { known, unknown } = worthOf((x >> 4) + dx, (z >> 4) + dz)
        sum += known + unknown * shareOfUnknown
      }
  return sum
}

/** A straight way over land. */
interface Way {
  readonly distance: number
  /** Estimated time (ticks). */
  readonly ticks: number
  /** The ground at its end. */
  readonly end: Ground
  /** Whether the last ground that the agent has seen on the way is water. */
  readonly isBeyondWater: boolean
}

/** The ways of all {@link DISTANCES} in a direction. */
function* waysFrom(body: Body, from: Vec3, heading: Heading): Iterable<Way> {
  let ticks = LOOK_TICKS
  let gone = 0
  let isBeyondWater = false
  let end: Ground = {
    name: 'unloaded',
    isKnown: false,
    isWater: false,
    isWooded: false,
    y: from.y - 1,
  }
  for (const distance of DISTANCES) {
    while (gone + STEP <= distance) {
      gone += STEP
      const ground = groundAt(body, from.x + heading.x * gone, from.z + heading.z * gone)
      if (ground.isKnown) isBeyondWater = ground.isWater
      const isSwim = ground.isWater || (isBeyondWater && !ground.isKnown)
      ticks +=
        STEP * (isSwim ? OVERLAND.swim : OVERLAND.walk) +
        Math.abs(ground.y - end.y) * OVERLAND.climb
      end = ground
    }
    yield { distance, ticks: ticks + (isBeyondWater ? AFLOAT_TICKS : 0), end, isBeyondWater }
  }
}

/** The expected value of a chunk, in the ground that the agent has seen and in the rest. */
interface Worth {
  readonly known: number
  readonly unknown: number
}

const WORTHLESS: Worth = { known: 0, unknown: 0 }

/** Likelihood of the target in a chunk, by its ground. */
function worthIn(
  body: Body,
  chunkX: number,
  chunkZ: number,
  grounds: ReadonlySet<string> | undefined,
  novelty: number,
): Worth {
  let known = 0
  let unknown = 0
  for (const [x, z] of SAMPLES) {
    const ground = groundAt(body, chunkX * CHUNK + x, chunkZ * CHUNK + z)
    if (ground.isWooded && grounds?.has(TREES)) known += ON_TREES
    else if (!ground.isKnown) unknown += ON_UNKNOWN
    else if (grounds?.has(ground.name)) known += 1
    else if (ground.isWater) known += ON_WATER
    else known += grounds ? WRONG_GROUND : 1
  }
  const share = novelty / SAMPLES.length
  return { known: known * share, unknown: unknown * share }
}

/** The ground of a column as far as it is known, from afar if not exactly. */
export function groundAt(body: Body, x: number, z: number): Ground {
  const [columnX, columnZ] = [Math.floor(x), Math.floor(z)]
  const ground = nearGroundAt(body, columnX, columnZ)
  const distant = ground.isKnown ? undefined : body.vision.distantGround(columnX, columnZ)
  if (!distant) return ground
  const { name = ground.name } = distant
  return { ...distant, name, isKnown: distant.name !== undefined }
}

function nearGroundAt(body: Body, columnX: number, columnZ: number): Ground {
  const { feet } = body
  let isWooded = false
  for (let y = feet.y + HEIGHT; y >= feet.y - HEIGHT; y--) {
    const { name, open, water } = body.traits(columnX, y, columnZ)
    if (name === 'unloaded')
      return { name, isKnown: false, isWater: false, isWooded, y: feet.y - 1 }
    const isTree = /leaves$|_log$/.test(name)
    if (water || !(open || isTree)) {
      // Route planning assumes stone where the agent has seen nothing.
      const isKnown = name !== 'stone' || body.vision.isKnown(columnX, y, columnZ)
      return { name, isKnown, isWater: water, isWooded, y }
    }
    isWooded ||= isTree
  }
  return { name: 'unloaded', isKnown: false, isWater: false, isWooded, y: feet.y - 1 }
}
