import type { Level } from '../level.ts'
import type { WorldTime } from '../world-time.ts'
import { Schedule } from './schedule.ts'

/** Inner size of a portal frame (blocks): minimum and maximum. */
const WIDTH = [2, 21] as const
const HEIGHT = [3, 21] as const
export const FRAME = 'obsidian'
export const PORTAL = 'nether_portal'
const EMPTY = /^(air|fire|nether_portal)$/

/** Horizontal directions of a frame, with the portal's axis property. */
const PLANES = [
  { dx: 1, dz: 0, axis: 'x' },
  { dx: 0, dz: 1, axis: 'z' },
] as const
type Plane = (typeof PLANES)[number]

/** Fills the obsidian frame around a position with a portal; returns false without a complete frame. */
export function lightPortal(level: Level, x: number, y: number, z: number): boolean {
  for (const plane of PLANES) {
    const places = enclosed(level, x, y, z, plane)
    if (!places) continue
    const state = level.registry.blockState(PORTAL, { axis: plane.axis })
    for (const [px, py, pz] of places) level.set(px, py, pz, state)
    return true
  }
  return false
}

/** Removes portal blocks whose frame is broken or whose inside is blocked. */
export function installPortals(level: Level, time: WorldTime): void {
  const { registry } = level
  const isWhole = (x: number, y: number, z: number, { dx, dz }: Plane) =>
    [
      [x + dx, y, z + dz],
      [x - dx, y, z - dz],
      [x, y + 1, z],
      [x, y - 1, z],
    ].every(([px = 0, py = 0, pz = 0]) => {
      const name = level.name(px, py, pz)
      return name === FRAME || name === PORTAL
    })
  const schedule = new Schedule(level, time, (x, y, z) => {
    const state = level.state(x, y, z)
    if (registry.blockName(state) !== PORTAL) return
    const { axis } = registry.blockProperties(state)
    const plane = PLANES.find((candidate) => candidate.axis === axis) ?? PLANES[0]
    if (!isWhole(x, y, z, plane)) level.set(x, y, z, registry.blockState('air'))
  })
  let hasStood = false
  level.on('change', ({ x, y, z, after }) => {
    hasStood ||= registry.blockName(after) === PORTAL
    if (!hasStood) return
    for (const [px, py, pz] of [
      [x, y + 1, z],
      [x, y - 1, z],
      ...PLANES.flatMap(({ dx, dz }) => [
        [x + dx, y, z + dz],
        [x - dx, y, z - dz],
      ]),
    ] as [number, number, number][])
      if (level.isLoaded(px, pz) && level.name(px, py, pz) === PORTAL) schedule.add(px, py, pz, 1)
  })
}

/** The inner blocks of the frame around a position; undefined without a complete frame. */
function enclosed(
  level: Level,
  x: number,
  y: number,
  z: number,
  { dx, dz }: Plane,
): [number, number, number][] | undefined {
  const at = (along: number, up: number) => level.name(x + dx * along, y + up, z + dz * along)
  const isEmpty = (along: number, up: number) => EMPTY.test(at(along, up))
  let bottom = 0
  while (bottom > -HEIGHT[1] && isEmpty(0, bottom - 1)) bottom--
  let first = 0
  while (first > -WIDTH[1] && isEmpty(first - 1, bottom) && at(first - 1, bottom - 1) === FRAME)
    first--
  let last = first
  while (last - first < WIDTH[1] && isEmpty(last + 1, bottom) && at(last + 1, bottom - 1) === FRAME)
    last++
  let top = bottom
  while (top - bottom < HEIGHT[1] && at(first, top + 1) !== FRAME && isEmpty(first, top + 1)) top++
  const [width, height] = [last - first + 1, top - bottom + 1]
  const fits = width >= WIDTH[0] && width <= WIDTH[1] && height >= HEIGHT[0] && height <= HEIGHT[1]
  if (!fits) return undefined
  const places: [number, number, number][] = []
  for (let up = bottom; up <= top; up++) {
    if (at(first - 1, up) !== FRAME || at(last + 1, up) !== FRAME) return undefined
    for (let along = first; along <= last; along++) {
      if (!isEmpty(along, up)) return undefined
      places.push([x + dx * along, y + up, z + dz * along])
    }
  }
  for (let along = first; along <= last; along++)
    if (at(along, bottom - 1) !== FRAME || at(along, top + 1) !== FRAME) return undefined
  return places
}
