import { Dice } from '../chance.ts'
import { type Climate, WATER_LEVEL } from '../climate.ts'

/** Directions in the order north, east, south, west. */
export const DIRECTIONS = [
  { name: 'north', dx: 0, dz: -1 },
  { name: 'east', dx: 1, dz: 0 },
  { name: 'south', dx: 0, dz: 1 },
  { name: 'west', dx: -1, dz: 0 },
] as const
type Quarter = 0 | 1 | 2 | 3

/** Kinds of buildings with their width along the street, their depth and their weight. */
export const BUILDINGS = {
  hut: { width: 5, depth: 6, weight: 4 },
  house: { width: 7, depth: 7, weight: 3 },
  smithy: { width: 7, depth: 6, weight: 1 },
  farm: { width: 7, depth: 9, weight: 3 },
} as const
export type BuildingName = keyof typeof BUILDINGS

/** A building: the middle of its front on floor level, and the direction in which its door leads out. */
export interface Lot {
  building: BuildingName
  x: number
  y: number
  z: number
  out: Quarter
}

export interface Village {
  /** Middle of the square, on ground level. */
  x: number
  y: number
  z: number
  lots: readonly Lot[]
  /** Positions of the ground that streets cover. */
  paths: readonly { x: number; y: number; z: number }[]
  /** Whether the village covers the ground at a position. */
  covers(x: number, z: number): boolean
}

/** Half the edge of the square around the well (blocks). */
export const SQUARE = 4
/** Streets: bounds of their lengths, half their width, and the largest step between two blocks (blocks). */
const MIN_STREET = 20
const MAX_STREET = 48
const HALF_STREET = 1
const MAX_STEP = 2
/** Distance between the middles of two lots, of the front of a lot from the middle of the street (blocks). */
const LOT_SPACING = 10
const SETBACK = 3
/** Distance of the first lot from the middle along north and south, and along east and west (blocks). */
const FIRST_LOTS = [9, 19] as const
/** Chance that a lot has a building. */
const BUILT = 0.8
/** Largest difference of the ground from the floor of a building (blocks). */
const MAX_SLOPE = 4

/** Lays out a village around the middle of a chunk. */
export function planVillage(
  climate: Climate,
  seed: number,
  chunkX: number,
  chunkZ: number,
): Village {
  const dice = new Dice(seed, chunkX, chunkZ, 91)
  const [x, z] = [chunkX * 16 + 8, chunkZ * 16 + 8]
  const heights = new Map<string, number>()
  const height = (x: number, z: number) => {
    const key = `${x},${z}`
    const known = heights.get(key) ?? climate.at(x, z).height
    heights.set(key, known)
    return known
  }
  const lots: Lot[] = []
  const paths: { x: number; y: number; z: number }[] = []
  for (let dz = -SQUARE; dz <= SQUARE; dz++)
    for (let dx = -SQUARE; dx <= SQUARE; dx++)
      paths.push({ x: x + dx, y: height(x + dx, z + dz), z: z + dz })
  for (const out of [0, 1, 2, 3] as const) {
    const { dx, dz } = DIRECTIONS[out]
    const length = MIN_STREET + dice.below(MAX_STREET - MIN_STREET + 1)
    const end = streetEnd(height, x, z, out, length)
    for (let along = SQUARE + 1; along <= end; along++)
      for (let side = -HALF_STREET; side <= HALF_STREET; side++) {
        const [atX, atZ] = [x + dx * along - dz * side, z + dz * along + dx * side]
        paths.push({ x: atX, y: height(atX, atZ), z: atZ })
      }
    for (let along = FIRST_LOTS[out % 2 === 0 ? 0 : 1]; along + 4 <= end; along += LOT_SPACING)
      for (const side of [1, -1] as const) {
        const building = pickBuilding(dice, lots)
        const isBuilt = dice.next() < BUILT
        const atX = x + dx * along - dz * side * SETBACK
        const atZ = z + dz * along + dx * side * SETBACK
        // The door leads back to the street.
        const facing = ((out + (side > 0 ? 3 : 1)) % 4) as Quarter
        const lot = { building, x: atX, y: height(atX, atZ), z: atZ, out: facing }
        if (isBuilt && isLevel(height, lot)) lots.push(lot)
      }
  }
  const covered = new Set<string>()
  const cover = (x: number, z: number) => {
    for (let dx = -1; dx <= 1; dx++)
      for (let dz = -1; dz <= 1; dz++) covered.add(`${x + dx},${z + dz}`)
  }
  for (const path of paths) cover(path.x, path.z)
  for (const lot of lots) for (const [atX, atZ] of footprint(lot)) cover(atX, atZ)
  const covers = (x: number, z: number) => covered.has(`${x},${z}`)
  return { x, y: height(x, z), z, lots, paths, covers }
}

type Height = (x: number, z: number) => number

/** How far a street goes before water or a cliff (blocks). */
function streetEnd(height: Height, x: number, z: number, out: Quarter, length: number): number {
  const { dx, dz } = DIRECTIONS[out]
  for (let along = 1; along <= length; along++) {
    const here = height(x + dx * along, z + dz * along)
    const before = height(x + dx * (along - 1), z + dz * (along - 1))
    if (here < WATER_LEVEL || Math.abs(here - before) > MAX_STEP) return along - 1
  }
  return length
}

/** A building by weight; a village has at most one smithy. */
function pickBuilding(dice: Dice, lots: readonly Lot[]): BuildingName {
  const names = (Object.keys(BUILDINGS) as BuildingName[]).filter(
    (name) => name !== 'smithy' || lots.every(({ building }) => building !== name),
  )
  let left = dice.next() * names.reduce((sum, name) => sum + BUILDINGS[name].weight, 0)
  return (
    names.find((name) => {
      left -= BUILDINGS[name].weight
      return left < 0
    }) ?? 'hut'
  )
}

/** World position of a place in a lot: `across` to the right of the door as seen from outside, `inward` from the front. */
export function placeIn(
  { x, z, out }: Lot,
  across: number,
  inward: number,
): readonly [x: number, z: number] {
  const { dx, dz } = DIRECTIONS[out]
  return [x - dx * inward + dz * across, z - dz * inward - dx * across]
}

/** The positions of a lot, with one block in front of it. */
export function* footprint(lot: Lot): Generator<readonly [number, number]> {
  const { width, depth } = BUILDINGS[lot.building]
  const half = (width - 1) / 2
  for (let inward = -1; inward < depth; inward++)
    for (let across = -half; across <= half; across++) yield placeIn(lot, across, inward)
}

function isLevel(height: Height, lot: Lot): boolean {
  for (const [x, z] of footprint(lot)) {
    const ground = height(x, z)
    if (ground < WATER_LEVEL || Math.abs(ground - lot.y) > MAX_SLOPE) return false
  }
  return true
}
