import { Vec3 } from 'vec3'
import { enterBox } from '#geometry/ray-hit'
import { VoxelRay } from '#geometry/voxel-ray'
import type { Box } from '#knowledge/collision-shape'
import type { Body } from './body.ts'

/**
 * The first block that stops a line from the eye to a point; null if there is none. Plants and liquids do not, and a fence only
 * where the line meets it.
 */
export function firstBlockToward(body: Body, point: Vec3): Vec3 | null {
  return firstBlockBetween(body, body.eye, point)
}

/** The same between any two points, by the known or assumed blocks. */
export function firstBlockBetween(body: Body, from: Vec3, point: Vec3): Vec3 | null {
  const way = point.minus(from)
  const ray = new VoxelRay().start(from.x, from.y, from.z, way.x, way.y, way.z)
  do {
    const { open, water, lava, boxes } = body.traits(ray.x, ray.y, ray.z)
    if (open || water || lava) continue
    const place = new Vec3(ray.x, ray.y, ray.z)
    // What has no boxes is not loaded.
    if (boxes.length === 0 || boxes.some((box) => meets(from, way, place, box))) return place
  } while (ray.advance(1))
  return null
}

/** Whether a line meets a box of the block at a place. */
function meets(from: Vec3, way: Vec3, place: Vec3, [x0, y0, z0, x1, y1, z1]: Box): boolean {
  const hit = enterBox(from, way, place.offset(x0, y0, z0), place.offset(x1, y1, z1))
  return hit !== undefined && hit.distance <= 1
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
