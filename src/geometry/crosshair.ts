import { enterBox, type RayHit } from './ray-hit.ts'
import { VoxelRay } from './voxel-ray.ts'

/** A point or a direction (blocks). */
interface Vector {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** A box within a block: minimum x, y, z, then maximum, from 0 to 1. */
type Outline = readonly [number, number, number, number, number, number]

/** The block that a crosshair meets. */
export interface Target extends RayHit {
  readonly x: number
  readonly y: number
  readonly z: number
}

/**
 * The first block whose outline a ray meets, as the crosshair of the game; undefined if there is none.
 * @param way direction of length 1.
 * @param length how far the ray goes (blocks).
 * @param outlinesAt the outlines of the block at a position.
 */
export function crosshairTarget(
  from: Vector,
  way: Vector,
  length: number,
  outlinesAt: (x: number, y: number, z: number) => readonly Outline[],
): Target | undefined {
  const ray = new VoxelRay().start(from.x, from.y, from.z, way.x, way.y, way.z)
  do {
    const { x, y, z } = ray
    let nearest: RayHit | undefined
    for (const [x0, y0, z0, x1, y1, z1] of outlinesAt(x, y, z)) {
      const low = { x: x + x0, y: y + y0, z: z + z0 }
      const hit = enterBox(from, way, low, { x: x + x1, y: y + y1, z: z + z1 })
      if (hit && hit.distance <= (nearest?.distance ?? length)) nearest = hit
    }
    if (nearest) return { x, y, z, ...nearest }
  } while (ray.advance(length))
  return undefined
}
