/** The axis perpendicular to a face of a voxel. */
export type Axis = 'x' | 'y' | 'z'

/**
 * A ray through voxels (unit cubes at whole coordinates) that skips none, by the traversal of Amanatides and Woo (1987). At
 * edges and corners, it crosses x before y before z. An instance can be reused.
 *
 *     const ray = new VoxelRay().start(...from, ...way)
 *     do visit(ray.x, ray.y, ray.z)
 *     while (ray.advance(1))
 */
export class VoxelRay {
  /** The current voxel. */
  x = 0
  y = 0
  z = 0
  /** The axis along which the ray entered the voxel; undefined at the start. */
  axis: Axis | undefined
  #stepX = 1
  #stepY = 1
  #stepZ = 1
  /** Position of the next border on each axis, and the distance between borders, in lengths of the direction. */
  #nextX = 0
  #nextY = 0
  #nextZ = 0
  #spanX = 0
  #spanY = 0
  #spanZ = 0

  /** Starts at a point, in a direction of any length. */
  start(fromX: number, fromY: number, fromZ: number, dx: number, dy: number, dz: number): this {
    this.x = Math.floor(fromX)
    this.y = Math.floor(fromY)
    this.z = Math.floor(fromZ)
    this.axis = undefined
    this.#stepX = dx < 0 ? -1 : 1
    this.#stepY = dy < 0 ? -1 : 1
    this.#stepZ = dz < 0 ? -1 : 1
    this.#nextX = firstBorder(fromX - this.x, dx)
    this.#nextY = firstBorder(fromY - this.y, dy)
    this.#nextZ = firstBorder(fromZ - this.z, dz)
    this.#spanX = Math.abs(1 / dx)
    this.#spanY = Math.abs(1 / dy)
    this.#spanZ = Math.abs(1 / dz)
    return this
  }

  /**
   * Advances to the next voxel.
   * @param length end of the ray, in lengths of its direction.
   * @returns false if the ray ends in the current voxel.
   */
  advance(length: number): boolean {
    if (this.#nextX <= this.#nextY && this.#nextX <= this.#nextZ) {
      if (this.#nextX > length) return false
      this.x += this.#stepX
      this.#nextX += this.#spanX
      this.axis = 'x'
    } else if (this.#nextY <= this.#nextZ) {
      if (this.#nextY > length) return false
      this.y += this.#stepY
      this.#nextY += this.#spanY
      this.axis = 'y'
    } else {
      if (this.#nextZ > length) return false
      this.z += this.#stepZ
      this.#nextZ += this.#spanZ
      this.axis = 'z'
    }
    return true
  }
}

/** Position of the first border on an axis. `within` is the start within its voxel (0-1). */
function firstBorder(within: number, direction: number): number {
  if (direction > 0) return (1 - within) / direction
  if (direction < 0) return within / -direction
  return Number.POSITIVE_INFINITY
}
