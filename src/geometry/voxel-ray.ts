/** The axis of a voxel's side. */
export type Axis = 'x' | 'y' | 'z'

/**
 * A ray that goes from voxel to voxel (cubes of edge 1 between whole numbers) and leaves out none, by
 * the traversal of Amanatides and Woo (1987). Where it meets an edge or a corner, it crosses x before y
 * before z. One can be started again and again.
 *
 *     const ray = new VoxelRay().start(...from, ...way)
 *     do visit(ray.x, ray.y, ray.z)
 *     while (ray.advance(1))
 */
export class VoxelRay {
  /** The voxel that the ray is in. */
  x = 0
  y = 0
  z = 0
  /** The axis across which it came into the voxel; undefined where it starts. */
  axis: Axis | undefined
  #stepX = 1
  #stepY = 1
  #stepZ = 1
  /** Where along the ray the next border of each axis is, and how far it is from border to border. */
  #nextX = 0
  #nextY = 0
  #nextZ = 0
  #spanX = 0
  #spanY = 0
  #spanZ = 0

  /** Starts (again) at a point, in a direction of any length. */
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
   * Goes on into the next voxel.
   * @param length where the ray ends, in lengths of its direction.
   * @returns false when it ends in the voxel that it is in.
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

/** Where along a ray the first border across an axis is; `within` is its start within its voxel (0-1). */
function firstBorder(within: number, direction: number): number {
  if (direction > 0) return (1 - within) / direction
  if (direction < 0) return within / -direction
  return Number.POSITIVE_INFINITY
}
