import type { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { SIDES } from '#geometry/neighbours'
import type { WorldMemory } from '#perception/world-memory'

/** Land on which crops are grown. Its places are those above its soil. */
export interface Field {
  /** The place above the water that keeps it wet. */
  readonly water: Vec3
  /** Where crops stand, in every other row: the best, and then those nearest to it. */
  readonly plots: readonly Vec3[]
  /** All that can be tilled, plots among it: crops do better beside tilled soil. */
  readonly beds: readonly Vec3[]
  /** How well crops do on its plots: their chances to grow when their turn comes, added up. */
  readonly growth: number
}

export const WATER = new Set(['water'])
/** How far water reaches through the soil (blocks). */
const WATER_REACH = 4
const SOIL = /^(dirt|grass_block|farmland|grass_path|dirt_path)$/
const PLANT =
  /^(short_grass|grass|fern|tall_grass|large_fern|dandelion|poppy|.*_tulip|cornflower|azure_bluet|allium|oxeye_daisy)$/
/** So much soil is dug off what lies higher than the water (blocks), and so far up is room for light (blocks). */
const MOST_COVER = 2
const ROOM = 6
/** How far away water is looked for, how many places of it are weighed, and how far apart they are (blocks). */
const WATER_RANGE = 48
const WEIGHED = 32
const APART = 3
/** What digging a block off costs, and a block of way to the water, in chances of growth. */
const DIGGING = 0.004
const WAY = 0.004
/** Growth of a crop by its soil and what lies around it. */
const WET_SOIL = 4
const WET_BESIDE = 0.75
const SLOWEST = 25

/**
 * The best field for so many crops by water that is known, none of whose places is avoided; undefined where none is.
 * @param crop block of the crop: where it stands already it stays.
 */
export function findField(context: Surroundings, crop: string, crops: number): Field | undefined {
  let best: { field: Field; value: number } | undefined
  for (const water of shores(context)) {
    const beds = bedsAround(context.body, water, crop)
    const way = water.distanceTo(context.body.position) * WAY
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

/** The beds of a field that lie around one of its plots, and the plot itself. */
export function bedsBeside({ beds }: Field, plot: Vec3): Vec3[] {
  return beds.filter(({ x, z }) => Math.max(Math.abs(x - plot.x), Math.abs(z - plot.z)) <= 1)
}

/** What has to be dug off a bed before it can be tilled, from the top: soil, and plants; undefined where it is bare. */
export function coverOf(body: Body, bed: Vec3): Vec3 | undefined {
  for (let up = MOST_COVER - 1; up >= 0; up--) {
    const place = bed.offset(0, up, 0)
    const { name } = body.traitsAt(place)
    if (SOIL.test(name) || (up === 0 && PLANT.test(name))) return place
  }
  return undefined
}

/** A body, and what it knows of the land around it. */
interface Surroundings {
  readonly body: Body
  readonly memory: WorldMemory
}

/** Whether there is still soil to till under a bed. */
export function isSound(body: Body, bed: Vec3): boolean {
  return SOIL.test(body.traitsAt(bed.offset(0, -1, 0)).name) || coverOf(body, bed) !== undefined
}

interface Bed {
  readonly place: Vec3
  /** How much soil lies on it (blocks). */
  readonly cover: number
  /** Whether the crop stands there already. */
  readonly planted: boolean
}

/** By x and z. */
type Beds = ReadonlyMap<string, Bed>

const placeOf = ({ place }: Bed) => place
const keyOf = (x: number, z: number) => `${x},${z}`

/** Places above water at the edge of land, the nearest first, with some way from one to the next. */
function shores({ body, memory }: Surroundings): Vec3[] {
  const isShore = (water: Vec3) =>
    body.traitsAt(water.offset(0, 1, 0)).open &&
    SIDES.some(([dx, dz]) => SOIL.test(body.traitsAt(water.offset(dx, 0, dz)).name))
  const chosen: Vec3[] = []
  memory.blocks(WATER, body.position, {
    maxDistance: WATER_RANGE,
    accept({ position }) {
      if (chosen.length >= WEIGHED || !isShore(position)) return false
      const place = position.offset(0, 1, 0)
      const isApart = chosen.every((other) => other.distanceTo(place) >= APART)
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

/** How much soil lies on a bed; undefined where there can be none. */
function coverHeight(body: Body, place: Vec3): number | undefined {
  const soil = place.offset(0, -1, 0)
  let cover = 0
  while (SOIL.test(body.traitsAt(place.offset(0, cover, 0)).name)) cover++
  if (cover > MOST_COVER || body.avoided.has(place.x, place.y, place.z)) return undefined
  // Below soil nothing is in sight, and there is more soil.
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

/** Every other row of the beds, in each of the four ways there are. */
function rowsOf(beds: Beds): Bed[][] {
  return [0, 1].flatMap((odd) =>
    (['x', 'z'] as const).map((axis) =>
      [...beds.values()].filter(
        ({ place, planted }) => planted || Math.abs(place[axis] % 2) === odd,
      ),
    ),
  )
}

/** The plots in which so many crops do best, close together. */
function choose(plots: readonly Bed[], beds: Beds, crops: number): Vec3[] {
  const worths = new Map(plots.map((plot) => [plot, worth(plot.place, beds)]))
  const byWorth = [...plots].sort((a, b) => (worths.get(b) ?? 0) - (worths.get(a) ?? 0))
  const chosen = byWorth.slice(0, crops)
  const [first] = chosen
  if (!first) return []
  const away = ({ place }: Bed) => place.distanceTo(first.place)
  return chosen.sort((a, b) => away(a) - away(b)).map(placeOf)
}

/** Chance with which a crop grows when its turn comes, less the work on its soil; what grows already is worth most. */
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
  return 1 / (Math.floor(SLOWEST / points) + 1) - dug * DIGGING
}
