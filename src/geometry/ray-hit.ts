/** A point or a direction (blocks). */
interface Vector {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** Where a ray enters a box. */
export interface RayHit {
  /** Distance from the start, in lengths of the direction. */
  readonly distance: number
  /** The face, 0-5: down, up, north, south, west, east. */
  readonly face: number
}

/** Faces by axis: the one that a ray enters in the direction of the axis, and the opposite one. */
const ENTERED = [
  [4, 5],
  [0, 1],
  [2, 3],
] as const

/**
 * Where a ray enters a box, given by its minimum and maximum corners; undefined if it misses the box. As in the game, a ray
 * that starts inside enters at once, through the face opposite to its main direction.
 */
export function enterBox(from: Vector, way: Vector, low: Vector, high: Vector): RayHit | undefined {
  let enter = Number.NEGATIVE_INFINITY
  let leave = Number.POSITIVE_INFINITY
  let axis = 0
  const sides = [
    [from.x, way.x, low.x, high.x],
    [from.y, way.y, low.y, high.y],
    [from.z, way.z, low.z, high.z],
  ] as const
  for (const [index, [start, step, min, max]] of sides.entries()) {
    if (step === 0) {
      if (start < min || start > max) return undefined
      continue
    }
    const near = ((step > 0 ? min : max) - start) / step
    const far = ((step > 0 ? max : min) - start) / step
    if (near > enter) {
      enter = near
      axis = index
    }
    leave = Math.min(leave, far)
  }
  if (enter > leave || leave < 0) return undefined
  if (enter < 0) return { distance: 0, face: faceAgainst(way, mainAxis(way)) }
  return { distance: enter, face: faceAgainst(way, axis) }
}

function mainAxis({ x, y, z }: Vector): number {
  const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)]
  if (ay >= ax && ay >= az) return 1
  return ax >= az ? 0 : 2
}

/** The face on an axis that is turned against a direction. */
function faceAgainst({ x, y, z }: Vector, axis: number): number {
  const step = axis === 0 ? x : axis === 1 ? y : z
  return ENTERED[axis as 0 | 1 | 2][step > 0 ? 0 : 1]
}
