import { FACINGS } from '../mesher/facing.ts'

/** Size of a section, and how far models extend beyond it (blocks). */
const SECTION = 16
const MARGIN = 1

/** A run of indices that is drawn in one call, as three describes it. */
export interface FacingGroup {
  start: number
  count: number
  materialIndex: number
}

interface Point {
  readonly x: number
  readonly y: number
  readonly z: number
}

/**
 * The runs of a section's triangles that do not look away from the camera.
 * @param counts number of indices of each of `FACINGS`, first on the outside and then inside leaves.
 * @param corner the section's corner with the least coordinates (blocks).
 * @param hasInside whether the faces inside leaves are drawn.
 */
export function facingGroups(
  counts: readonly number[],
  corner: Point,
  eye: Point,
  hasInside: boolean,
): FacingGroup[] {
  const isAbove = (axis: 'x' | 'y' | 'z') => eye[axis] > corner[axis] - MARGIN
  const isBelow = (axis: 'x' | 'y' | 'z') => eye[axis] < corner[axis] + SECTION + MARGIN
  const isSeen = {
    down: isBelow('y'),
    west: isBelow('x'),
    north: isBelow('z'),
    other: true,
    up: isAbove('y'),
    east: isAbove('x'),
    south: isAbove('z'),
  }
  const groups: FacingGroup[] = []
  let start = 0
  const drawn = hasInside ? [...FACINGS, ...FACINGS] : FACINGS
  for (const [i, facing] of drawn.entries()) {
    const count = counts[i] ?? 0
    const last = groups.at(-1)
    if (isSeen[facing] && count > 0) {
      if (last && last.start + last.count === start) last.count += count
      else groups.push({ start, count, materialIndex: 0 })
    }
    start += count
  }
  return groups
}
