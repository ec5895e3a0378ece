import type { Box } from './collision-shape.ts'

/** A direction along the map, to one of four sides. */
export interface Side {
  readonly dx: number
  readonly dz: number
}

/** How a block bears whoever walks over it. */
export interface Bearing {
  /** Feet stand on it in the place above: whole blocks, top slabs, stairs, soul sand, chests. */
  readonly floor: boolean
  /** Feet stand on it within its own place, and the body is above it: slabs, snow, carpets, beds. */
  readonly low: boolean
  /** Where one that walks this way goes up on it without a jump, as on stairs. */
  readonly stairs: readonly Side[]
}

/** Height that legs step up without a jump (blocks). */
export const STEP_UP = 0.6
/** From this height on what bears the feet has them in the place above (blocks). */
const FLOOR_HEIGHT = 0.8
/** A body in the middle of a block reaches from here to as far from the other side. */
const BODY_FROM = 0.2
const BODY_TO = 0.8
/** What is narrower does not bear feet that are not set with care: posts, panes, rods (blocks). */
const NARROWEST = 0.375
/** How finely a shape is looked at along the way up. */
const SLICES = 16

const SIDES: readonly Side[] = [
  { dx: 1, dz: 0 },
  { dx: -1, dz: 0 },
  { dx: 0, dz: 1 },
  { dx: 0, dz: -1 },
]

/** What a shape of some height bears, by the body that stands in its middle. */
export function bearingOf(boxes: readonly Box[], height: number): Bearing {
  const under = boxes.filter(
    ([x0, , z0, x1, , z1]) => x0 < BODY_TO && x1 > BODY_FROM && z0 < BODY_TO && z1 > BODY_FROM,
  )
  const top = under.filter((box) => box[4] === height)
  // What rises higher at the rim, such as a hopper, is neither.
  const bears = extent(top, 0) >= NARROWEST && extent(top, 2) >= NARROWEST
  const floor = bears && height >= FLOOR_HEIGHT && height <= 1
  return {
    floor,
    low: bears && height < FLOOR_HEIGHT && boxes.some((box) => box[1] === 0),
    stairs: floor ? SIDES.filter((side) => risesGently(boxes, side)) : [],
  }
}

function extent(boxes: readonly Box[], axis: 0 | 2): number {
  const from = Math.min(...boxes.map((box) => box[axis]))
  return Math.max(...boxes.map((box) => box[axis + 3] ?? 0)) - from
}

function risesGently(boxes: readonly Box[], { dx, dz }: Side): boolean {
  const along = dx === 0 ? 2 : 0
  const across = dx === 0 ? 0 : 2
  let height = 0
  for (let slice = 0; slice < SLICES; slice++) {
    const place = (slice + 0.5) / SLICES
    const at = dx + dz > 0 ? place : 1 - place
    const tops = boxes
      .filter((box) => box[along] <= at && (box[along + 3] ?? 0) >= at)
      .filter((box) => box[across] < BODY_TO && (box[across + 3] ?? 0) > BODY_FROM)
      .map((box) => box[4])
    const next = Math.max(0, ...tops)
    if (next - height > STEP_UP) return false
    height = Math.max(height, next)
  }
  return true
}
