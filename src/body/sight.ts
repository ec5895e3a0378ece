import { Vec3 } from 'vec3'
import { VoxelRay } from '#geometry/voxel-ray'
import type { Body } from './body.ts'

/**
 * The first block between the eye and a point, other than air, plants and liquids; null if there is none.
 */
export function firstBlockToward(body: Body, point: Vec3): Vec3 | null {
  return firstBlockBetween(body, body.eye, point)
}

/** The same between any two points, by the known or assumed blocks. */
export function firstBlockBetween(body: Body, { x, y, z }: Vec3, point: Vec3): Vec3 | null {
  const ray = new VoxelRay().start(x, y, z, point.x - x, point.y - y, point.z - z)
  do {
    const traits = body.traits(ray.x, ray.y, ray.z)
    if (!traits.open && !traits.water && !traits.lava) return new Vec3(ray.x, ray.y, ray.z)
  } while (ray.advance(1))
  return null
}

/** Offsets from the centre of a face to other points to try. */
const OFF_MIDDLE = [
  [0, 0],
  [0.35, 0],
  [-0.35, 0],
  [0, 0.35],
  [0, -0.35],
] as const

/** Points on the faces that point towards the eye, nearest face first, then the centre of the block. */
function facePoints(body: Body, block: Vec3): Vec3[] {
  const { eye } = body
  const centre = block.offset(0.5, 0.5, 0.5)
  const faces = (['x', 'y', 'z'] as const).flatMap((axis) => {
    const side = eye[axis] - centre[axis]
    if (Math.abs(side) <= 0.5) return []
    const [u, v] = (['x', 'y', 'z'] as const).filter((other) => other !== axis)
    const points = OFF_MIDDLE.map(([du, dv]) => {
      const point = centre.clone()
      point[axis] += Math.sign(side) * 0.49
      if (u && v) {
        point[u] += du
        point[v] += dv
      }
      return point
    })
    return [points]
  })
  const away = ([middle]: Vec3[]) => middle?.distanceTo(eye) ?? 0
  return [...faces.sort((a, b) => away(a) - away(b)).flat(), centre]
}

/** A point of a block in the line of sight, or the block that obstructs its nearest face. */
export function aimAt(body: Body, block: Vec3): { point: Vec3 } | { blockedBy: Vec3 } {
  let obstacle: Vec3 | undefined
  for (const point of facePoints(body, block)) {
    const met = firstBlockToward(body, point)
    if (met === null || met.equals(block)) return { point }
    obstacle ??= met
  }
  return { blockedBy: obstacle ?? block }
}
