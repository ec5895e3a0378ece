import type { Vec3 } from 'vec3'
import type { TraitsOf } from './block-traits.ts'
import type { Level } from './level.ts'

/** A hitbox: the centre of its underside, and its size (blocks). */
export interface Hitbox {
  readonly position: Vec3
  readonly width: number
  readonly height: number
}

/** Tolerance within which touching edges do not overlap (blocks). */
const NEARLY = 1e-7
/** Numbers for each box: its minimum and maximum corners. */
const SIDES = 6

/**
 * The collision boxes of blocks in a region, and collisions of hitboxes with them. A gathered region stays
 * until the next call.
 */
export class Obstacles {
  readonly #level: Level
  readonly #traits: TraitsOf
  #edges = new Float64Array(SIDES * 256)
  #count = 0

  constructor(level: Level, traits: TraitsOf) {
    this.#level = level
    this.#traits = traits
  }

  /** Gathers the boxes of the blocks that reach into a region. */
  gather(minX: number, minY: number, minZ: number, maxX: number, maxY: number, maxZ: number): void {
    this.#count = 0
    for (let bx = Math.floor(minX); bx <= Math.floor(maxX); bx++) {
      for (let bz = Math.floor(minZ); bz <= Math.floor(maxZ); bz++) {
        // Fences extend half a block into the block above.
        for (let by = Math.floor(minY) - 1; by <= Math.floor(maxY); by++) {
          for (const box of this.#traits(this.#level.state(bx, by, bz)).boxes) {
            const at = this.#count++ * SIDES
            if (at === this.#edges.length) this.#grow()
            const edges = this.#edges
            edges[at] = bx + box[0]
            edges[at + 1] = by + box[1]
            edges[at + 2] = bz + box[2]
            edges[at + 3] = bx + box[3]
            edges[at + 4] = by + box[4]
            edges[at + 5] = bz + box[5]
          }
        }
      }
    }
  }

  /** Gathers the boxes along the movement of a hitbox. */
  gatherAlong({ position, width, height }: Hitbox, dx: number, dy: number, dz: number): void {
    const half = width / 2
    this.gather(
      position.x - half + Math.min(0, dx),
      position.y + Math.min(0, dy),
      position.z - half + Math.min(0, dz),
      position.x + half + Math.max(0, dx),
      position.y + height + Math.max(0, dy),
      position.z + half + Math.max(0, dz),
    )
  }

  /** Whether a hitbox at a position overlaps a gathered box, ignoring boxes that it overlaps at `known`. */
  overlaps(hitbox: Hitbox, x: number, y: number, z: number, ignoredAt?: Vec3): boolean {
    for (let box = 0; box < this.#count; box++) {
      if (!this.#overlaps(box, hitbox, x, y, z)) continue
      if (!ignoredAt || !this.#overlaps(box, hitbox, ignoredAt.x, ignoredAt.y, ignoredAt.z))
        return true
    }
    return false
  }

  /** Distance of a step along an axis (0 x, 1 y, 2 z) that the gathered boxes allow. */
  clip({ position: { x, y, z }, width, height }: Hitbox, axis: 0 | 1 | 2, step: number): number {
    if (step === 0) return 0
    const half = width / 2
    const minX = x - half
    const maxX = x + half
    const maxY = y + height
    const minZ = z - half
    const maxZ = z + half
    const front = axis === 0 ? maxX : axis === 1 ? maxY : maxZ
    const back = axis === 0 ? minX : axis === 1 ? y : minZ
    let left = step
    for (let i = 0; i < this.#count; i++) {
      if (axis !== 0 && (this.#edge(i, 0) >= maxX - NEARLY || this.#edge(i, 3) <= minX + NEARLY))
        continue
      if (axis !== 1 && (this.#edge(i, 1) >= maxY - NEARLY || this.#edge(i, 4) <= y + NEARLY))
        continue
      if (axis !== 2 && (this.#edge(i, 2) >= maxZ - NEARLY || this.#edge(i, 5) <= minZ + NEARLY))
        continue
      const near = this.#edge(i, axis)
      const far = this.#edge(i, axis + 3)
      // A box that already overlaps the hitbox does not block it, so that the entity can leave.
      if (step > 0 && front <= near + NEARLY) left = Math.min(left, Math.max(0, near - front))
      if (step < 0 && back >= far - NEARLY) left = Math.max(left, Math.min(0, far - back))
    }
    return left
  }

  #edge(box: number, side: number): number {
    return this.#edges[box * SIDES + side] ?? 0
  }

  #overlaps(box: number, { width, height }: Hitbox, x: number, y: number, z: number): boolean {
    const half = width / 2
    return (
      this.#edge(box, 0) < x + half - NEARLY &&
      this.#edge(box, 3) > x - half + NEARLY &&
      this.#edge(box, 1) < y + height - NEARLY &&
      this.#edge(box, 4) > y + NEARLY &&
      this.#edge(box, 2) < z + half - NEARLY &&
      this.#edge(box, 5) > z - half + NEARLY
    )
  }

  #grow(): void {
    const edges = new Float64Array(this.#edges.length * 2)
    edges.set(this.#edges)
    this.#edges = edges
  }
}
