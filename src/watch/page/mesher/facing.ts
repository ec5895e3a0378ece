/** Where faces look: along an axis, or another way. Of the faces that a camera can see, most are neighbours in this order. */
export const FACINGS = ['down', 'west', 'north', 'other', 'up', 'east', 'south'] as const

type Facing = (typeof FACINGS)[number]
type Vector = readonly [x: number, y: number, z: number]

/** A face looks along an axis if this share of its normal does. */
const ALONG = 0.999

/** Triangles in the order of `FACINGS`: first those on the outside, then those inside leaves in the same order. */
export interface FacingTriangles {
  readonly indices: Uint32Array<ArrayBuffer>
  /** Number of indices of each facing, first on the outside and then inside leaves. */
  readonly counts: readonly number[]
}

/**
 * Sorts triangles by where they look, so that those that look away from the camera need not be drawn.
 * @param positions of the corners, three numbers each.
 * @param indices of the corners, three for each triangle, counterclockwise from its front.
 * @param isInside whether a face, whose four corners follow each other, is inside leaves.
 */
export function byFacing(
  positions: ArrayLike<number>,
  indices: ArrayLike<number>,
  isInside: (face: number) => boolean,
): FacingTriangles {
  const lists: number[][] = [...FACINGS, ...FACINGS].map(() => [])
  const at = (corner: number): Vector => [
    positions[3 * corner] ?? 0,
    positions[3 * corner + 1] ?? 0,
    positions[3 * corner + 2] ?? 0,
  ]
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [indices[i] ?? 0, indices[i + 1] ?? 0, indices[i + 2] ?? 0]
    const facing = FACINGS.indexOf(facingOf(at(a), at(b), at(c)))
    lists[isInside(a >> 2) ? FACINGS.length + facing : facing]?.push(a, b, c)
  }
  return { indices: Uint32Array.from(lists.flat()), counts: lists.map(({ length }) => length) }
}

/** Where a triangle looks, by the order of its corners: turned models keep the normals of the model as it was. */
function facingOf(a: Vector, b: Vector, c: Vector): Facing {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]]
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
  const least = ALONG * Math.hypot(x, y, z)
  if (x > least) return 'east'
  if (-x > least) return 'west'
  if (y > least) return 'up'
  if (-y > least) return 'down'
  if (z > least) return 'south'
  if (-z > least) return 'north'
  return 'other'
}
