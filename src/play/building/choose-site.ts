import { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import type { Position } from '#body/navigation/position'
import { median } from '#trial/statistics'

/** How far from the wanted place the agent looks for flat ground (blocks), and how far up and down. */
const RANGE = 16
const HEIGHTS = 7
/** The agent and players stand at least this far from the building (blocks). */
const MARGIN = 1
/** Costs of a site: for each block of unevenness, for each block to dig, and for each block of distance. */
const UNEVEN = 3
const OBSTACLE = 2
const DISTANCE = 0.5
/** Unevenness of ground that the agent builds on: for each column (blocks). */
const MAX_UNEVEN = 1.5
/** Number of sites, the flattest and nearest, whose obstacles are counted. */
const MAX_COMPARED = 40

/** Share of a footprint whose ground the agent has to have seen: plants and trees hide some of it. */
const MIN_SEEN = 0.4

/** The ground of a column. */
interface Ground {
  /** Height of feet on it. */
  readonly height: number
  /** Whether the agent has seen it, rather than assumes it. */
  readonly isSeen: boolean
}

interface Candidate {
  readonly corner: Vec3
  readonly cost: number
}

/**
 * Chooses ground near a place for a building: flat, dry, with little to dig, and without blocks of others.
 * @param people positions to keep free.
 * @returns the corner with the lowest coordinates; null when there is no such ground.
 */
export function chooseSite(
  body: Body,
  size: Position,
  around: Position,
  people: readonly Position[],
): Vec3 | null {
  const heights = new Map<string, Ground | null>()
  const heightAt = (x: number, z: number) => {
    const key = `${x} ${z}`
    const known = heights.get(key)
    if (known !== undefined) return known
    const found = groundAt(body, x, z, around.y)
    heights.set(key, found)
    return found
  }
  const candidates: Candidate[] = []
  for (let dx = -RANGE; dx <= RANGE; dx++)
    for (let dz = -RANGE; dz <= RANGE; dz++) {
      const x = Math.floor(around.x) + dx - Math.floor(size.x / 2)
      const z = Math.floor(around.z) + dz - Math.floor(size.z / 2)
      if (people.some((one) => isOn(one, x, z, size))) continue
      const ground = groundOf(x, z, size, heightAt)
      if (!ground) continue
      const cost = UNEVEN * ground.unevenness + DISTANCE * Math.hypot(dx, dz)
      candidates.push({ corner: new Vec3(x, ground.level, z), cost })
    }
  return (
    candidates
      .sort((a, b) => a.cost - b.cost)
      .slice(0, MAX_COMPARED)
      .flatMap(({ corner, cost }) => {
        const obstacles = obstaclesIn(body, corner, size)
        return obstacles === null ? [] : [{ corner, cost: cost + OBSTACLE * obstacles }]
      })
      .sort((a, b) => a.cost - b.cost)[0]?.corner ?? null
  )
}

/** The level and unevenness of the ground of a footprint; null where it is unknown, wet or steep. */
function groundOf(
  x: number,
  z: number,
  size: Position,
  heightAt: (x: number, z: number) => Ground | null,
): { level: number; unevenness: number } | null {
  const columns: number[] = []
  let seen = 0
  for (let ix = 0; ix < size.x; ix++)
    for (let iz = 0; iz < size.z; iz++) {
      const ground = heightAt(x + ix, z + iz)
      if (!ground) return null
      columns.push(ground.height)
      if (ground.isSeen) seen++
    }
  if (seen < MIN_SEEN * columns.length) return null
  const level = Math.round(median(columns) ?? 0)
  const unevenness = columns.reduce((sum, height) => sum + Math.abs(height - level), 0)
  return unevenness > MAX_UNEVEN * columns.length ? null : { level, unevenness }
}

/** The ground of a column; null where it is wet or out of range. */
function groundAt(body: Body, x: number, z: number, y: number): Ground | null {
  for (let height = Math.floor(y) + HEIGHTS; height > y - HEIGHTS; height--) {
    const { name, floor, water, lava } = body.traits(x, height - 1, z)
    if (water || lava) return null
    // Trees stand on the ground.
    if (!floor || /leaves$|_log$|mushroom/.test(name)) continue
    return { height, isSeen: body.vision.isKnown(x, height - 1, z) }
  }
  return null
}

/** Number of blocks to dig; null where one belongs to a building. */
function obstaclesIn(body: Body, corner: Vec3, size: Position): number | null {
  let count = 0
  for (let x = 0; x < size.x; x++)
    for (let y = -1; y < size.y; y++)
      for (let z = 0; z < size.z; z++) {
        const place = corner.offset(x, y, z)
        const { open, water, lava } = body.traitsAt(place)
        if (body.isProtected(place) && !open) return null
        if (water || lava) return null
        if (!open && y >= 0) count++
      }
  return count
}

function isOn(person: Position, x: number, z: number, size: Position): boolean {
  return (
    person.x > x - MARGIN &&
    person.x < x + size.x + MARGIN &&
    person.z > z - MARGIN &&
    person.z < z + size.z + MARGIN
  )
}
