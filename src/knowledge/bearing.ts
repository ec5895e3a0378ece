import type { Box } from './collision-shape.ts'

/** One of the four horizontal directions. */
export interface Side {
  readonly dx: number
  readonly dz: number
}

/** How a block supports players and mobs. */
export interface Bearing {
  /** Feet on it are in the position above: full blocks, top slabs, stairs, soul sand, chests. */
  readonly floor: boolean
  /** Feet on it are in its own position: bottom slabs, snow layers, carpets, beds. */
  readonly low: boolean
  /** Directions in which a player walks up without a jump, as on stairs. */
  readonly stairs: readonly Side[]
}

/** Step height without a jump (blocks). */
export const STEP_UP = 0.6
/** Height of a block from which on feet on it are in the position above (blocks). */
const FLOOR_HEIGHT = 0.8
/** Edge of a player in the centre of a block; the other edge is as far from the opposite side. */
const BODY_FROM = 0.2
const BODY_TO = 0.8
/** Narrower tops do not reliably support feet: fence posts, panes, rods (blocks). */
const MIN_TOP_WIDTH = 0.375
/** Number of slices of a shape to check for stairs. */
const SLICES = 16

const SIDES: readonly Side[] = [
  { dx: 1, dz: 0 },
  { dx: -1, dz: 0 },
  { dx: 0, dz: 1 },
  { dx: 0, dz: -1 },
]

/** The bearing of a shape, for a player in its centre. */
export function bearingOf(boxes: readonly Box[], height: number): Bearing {
  const under = boxes.filter(
    ([x0, , z0, x1, , z1]) => x0 < BODY_TO && x1 > BODY_FROM && z0 < BODY_TO && z1 > BODY_FROM,
  )
  const top = under.filter((box) => box[4] === height)
  // A shape with a higher rim, such as a hopper, is neither floor nor low.
  const bears = extent(top, 0) >= MIN_TOP_WIDTH && extent(top, 2) >= MIN_TOP_WIDTH
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
