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

/** Beyond its reach, the agent looks for a free line of this length (blocks). */
const FAR = 64

/** A point of a block in the line of sight, or the block that obstructs its nearest face. */
export function aimAt(body: Body, block: Vec3): { point: Vec3 } | { blockedBy: Vec3 } {
  const options = { ignorePlants: true, reach: FAR }
  const aim = body.crosshair.find(block, options)
  return aim
    ? { point: aim.point }
    : { blockedBy: body.crosshair.obstacle(block, options) ?? block }
}

/** Whether the line from the eye to a point passes through the place of a block. */
export function isOnLine({ eye }: Body, point: Vec3, place: Vec3): boolean {
  const { x, y, z } = eye
  const ray = new VoxelRay().start(x, y, z, point.x - x, point.y - y, point.z - z)
  do if (place.x === ray.x && place.y === ray.y && place.z === ray.z) return true
  while (ray.advance(1))
  return false
}
