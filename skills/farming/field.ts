import type { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { SIDES } from '#geometry/neighbours'
import type { WorldMemory } from '#perception/world-memory'

/** Land for crops. Its positions are above the soil. */
export interface Field {
  /** The position above the water that hydrates the farmland. */
  readonly water: Vec3
  /** Positions for crops, in every other row: the best one, then the nearest to it. */
  readonly plots: readonly Vec3[]
  /** All positions that can be tilled, plots included: crops grow faster beside farmland. */
  readonly beds: readonly Vec3[]
  /** Sum of the growth chances of the plots, per random tick that hits the crop. */
  readonly growth: number
}

export const WATER = new Set(['water'])
/** Horizontal range within which water hydrates farmland (blocks). */
const WATER_REACH = 4
const SOIL = /^(dirt|grass_block|farmland|grass_path|dirt_path)$/
const PLANT =
  /^(short_grass|grass|fern|tall_grass|large_fern|dandelion|poppy|.*_tulip|cornflower|azure_bluet|allium|oxeye_daisy)$/
/** Maximum height of soil above the water level that the agent digs off (blocks). */
const MAX_COVER = 2
/** Minimum height of open space above a bed, for light (blocks). */
const ROOM = 6
/** Search range for water (blocks). */
const WATER_RANGE = 48
/** Maximum number of water blocks that are compared, and the minimum distance between them (blocks). */
const MAX_SHORES = 32
const MIN_SPACING = 3
/** Costs of digging a block and of a block of distance to the water, in growth chances. */
const DIGGING_COST = 0.004
const DISTANCE_COST = 0.004
/** Growth points of the hydrated farmland below a crop and beside it; the chance to grow is 1 / (floor(25 / points) + 1). */
const WET_SOIL = 4
const WET_BESIDE = 0.75
const GROWTH_DIVIDEND = 25

/**
 * The best field for a number of crops beside known water, without avoided positions; undefined if there is none.
 * @param crop block of the crop; planted crops stay where they are.
 */
export function findField(context: Surroundings, crop: string, crops: number): Field | undefined {
  let best: { field: Field; value: number } | undefined
  for (const water of shores(context)) {
    const beds = bedsAround(context.body, water, crop)
    const way = water.distanceTo(context.body.position) * DISTANCE_COST
    for (const plots of rowsOf(beds)) {
      const chosen = choose(plots, beds, crops)
      const growth = chosen.reduce((sum, plot) => sum + worth(plot, beds), 0)
      if (chosen.length === 0 || (best && best.value >= growth - way)) continue
      const places = [...beds.values()].map(placeOf)
      best = { field: { water, plots: chosen, beds: places, growth }, value: growth - way }
    }
  }
  return best?.field
}

/** The beds of a field within a block of a plot, the plot included. */
export function bedsBeside({ beds }: Field, plot: Vec3): Vec3[] {
  return beds.filter(({ x, z }) => Math.max(Math.abs(x - plot.x), Math.abs(z - plot.z)) <= 1)
}

/** The topmost block of soil or plant to dig before a bed can be tilled; undefined for a bare bed. */
export function coverOf(body: Body, bed: Vec3): Vec3 | undefined {
  for (let up = MAX_COVER - 1; up >= 0; up--) {
    const place = bed.offset(0, up, 0)
    const { name } = body.traitsAt(place)
    if (SOIL.test(name) || (up === 0 && PLANT.test(name))) return place
  }
  return undefined
}

/** A body, and what the agent knows about the land. */
interface Surroundings {
  readonly body: Body
  readonly memory: WorldMemory
}

/** Whether a bed still has soil. */
export function isSound(body: Body, bed: Vec3): boolean {
  return SOIL.test(body.traitsAt(bed.offset(0, -1, 0)).name) || coverOf(body, bed) !== undefined
}

interface Bed {
  readonly place: Vec3
  /** Height of the soil above the water level (blocks). */
  readonly cover: number
  /** Whether the crop is planted. */
  readonly planted: boolean
}

/** Beds by x and z. */
type Beds = ReadonlyMap<string, Bed>

const placeOf = ({ place }: Bed) => place
const keyOf = (x: number, z: number) => `${x},${z}`

/** Positions above water beside soil, nearest first, with a minimum spacing. */
function shores({ body, memory }: Surroundings): Vec3[] {
  const isShore = (water: Vec3) =>
    body.traitsAt(water.offset(0, 1, 0)).open &&
    SIDES.some(([dx, dz]) => SOIL.test(body.traitsAt(water.offset(dx, 0, dz)).name))
  const chosen: Vec3[] = []
  memory.blocks(WATER, body.position, {
    maxDistance: WATER_RANGE,
    accept({ position }) {
      if (chosen.length >= MAX_SHORES || !isShore(position)) return false
      const place = position.offset(0, 1, 0)
      const isApart = chosen.every((other) => other.distanceTo(place) >= MIN_SPACING)
      if (isApart) chosen.push(place)
      return isApart
    },
  })
  return chosen
}

function bedsAround(body: Body, water: Vec3, crop: string): Beds {
  const beds = new Map<string, Bed>()
  for (let dx = -WATER_REACH; dx <= WATER_REACH; dx++)
    for (let dz = -WATER_REACH; dz <= WATER_REACH; dz++) {
      const place = water.offset(dx, 0, dz)
      const cover = coverHeight(body, place)
      const planted = body.traitsAt(place).name === crop
      if (cover !== undefined) beds.set(keyOf(place.x, place.z), { place, cover, planted })
    }
  return beds
}

/** Height of the soil above the water level at a position (blocks); undefined if it cannot be a bed. */
function coverHeight(body: Body, place: Vec3): number | undefined {
  const soil = place.offset(0, -1, 0)
  let cover = 0
  while (SOIL.test(body.traitsAt(place.offset(0, cover, 0)).name)) cover++
  if (cover > MAX_COVER || body.avoided.has(place.x, place.y, place.z)) return undefined
  // A hidden block below soil is assumed to be soil.
  const isHidden = cover > 0 && !body.vision.isKnown(soil.x, soil.y, soil.z)
  if (!isHidden && !SOIL.test(body.traitsAt(soil).name)) return undefined
  const top = place.offset(0, cover, 0)
  const { name, open } = body.traitsAt(top)
  const holdsCrop = cover === 0 && open && body.traitsAt(soil).name === 'farmland'
  if (!/air$/.test(name) && !PLANT.test(name) && !holdsCrop) return undefined
  for (let up = 1; up <= ROOM; up++) {
    const above = body.traitsAt(top.offset(0, up, 0))
    if (!above.open && !above.name.endsWith('leaves')) return undefined
  }
  for (let up = 0; up < cover; up++)
    for (const [dx, dz] of SIDES)
      if (body.traitsAt(place.offset(dx, up, dz)).water) return undefined
  return cover
}

/** The four ways to choose every other row of the beds. */
function rowsOf(beds: Beds): Bed[][] {
  return [0, 1].flatMap((odd) =>
    (['x', 'z'] as const).map((axis) =>
      [...beds.values()].filter(
        ({ place, planted }) => planted || Math.abs(place[axis] % 2) === odd,
      ),
    ),
  )
}

/** The best plots for a number of crops, ordered by the distance from the best. */
function choose(plots: readonly Bed[], beds: Beds, crops: number): Vec3[] {
  const worths = new Map(plots.map((plot) => [plot, worth(plot.place, beds)]))
  const byWorth = [...plots].sort((a, b) => (worths.get(b) ?? 0) - (worths.get(a) ?? 0))
  const chosen = byWorth.slice(0, crops)
  const [first] = chosen
  if (!first) return []
  const away = ({ place }: Bed) => place.distanceTo(first.place)
  return chosen.sort((a, b) => away(a) - away(b)).map(placeOf)
}

/** Growth chance of a crop per random tick, minus the cost of digging its soil; planted crops have the maximum. */
function worth(plot: Vec3, beds: Beds): number {
  if (beds.get(keyOf(plot.x, plot.z))?.planted) return 1
  let points = WET_SOIL
  let dug = 0
  for (let dx = -1; dx <= 1; dx++)
    for (let dz = -1; dz <= 1; dz++) {
      const bed = beds.get(keyOf(plot.x + dx, plot.z + dz))
      if (!bed) continue
      if (dx !== 0 || dz !== 0) points += WET_BESIDE
      dug += bed.cover
    }
  return 1 / (Math.floor(GROWTH_DIVIDEND / points) + 1) - dug * DIGGING_COST
}
