import { Vec3 } from 'vec3'
import type { Box } from '#knowledge/collision-shape'

/** Points of a face to aim at, as shares of its edges: the middle, then towards its edges and corners. */
const POINTS = [
  [0.5, 0.5],
  [0.2, 0.5],
  [0.8, 0.5],
  [0.5, 0.2],
  [0.5, 0.8],
  [0.2, 0.2],
  [0.2, 0.8],
  [0.8, 0.2],
  [0.8, 0.8],
  [0.06, 0.5],
  [0.94, 0.5],
  [0.5, 0.06],
  [0.5, 0.94],
] as const
const AXES = ['x', 'y', 'z'] as const

/** Points on the faces of a block's boxes that are turned towards the eye, those of the nearest face first. */
export function aimPoints(block: Vec3, boxes: readonly Box[], eye: Vec3): Vec3[] {
  const faces = boxes.flatMap((box) =>
    AXES.flatMap((_, axis) => pointsOfFace(block, box, axis, eye)),
  )
  const away = ([middle]: Vec3[]) => middle?.distanceTo(eye) ?? 0
  return faces.sort((a, b) => away(a) - away(b)).flat()
}

/** Points of the face on an axis that is turned towards the eye, as the only entry; none if the eye is between both faces. */
function pointsOfFace(block: Vec3, box: Box, index: number, eye: Vec3): Vec3[][] {
  const axis = AXES[index] ?? 'x'
  const low = block[axis] + (box[index] ?? 0)
  const high = block[axis] + (box[index + 3] ?? 1)
  if (eye[axis] >= low && eye[axis] <= high) return []
  const points = POINTS.map(([u, v]) => {
    const point = new Vec3(0, 0, 0)
    const shares: number[] = [u, v]
    AXES.forEach((other, at) => {
      const from = block[other] + (box[at] ?? 0)
      const to = block[other] + (box[at + 3] ?? 1)
      point[other] = from + (to - from) * (other === axis ? 0 : (shares.shift() ?? 0.5))
    })
    point[axis] = eye[axis] < low ? low : high
    return point
  })
  return [points]
}
