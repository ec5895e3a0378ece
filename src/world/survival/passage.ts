import type { Vec3 } from 'vec3'
import type { TraitsOf } from '../block-traits.ts'
import type { Level } from '../level.ts'
import { type Hitbox, Obstacles } from '../obstacles.ts'

/** Maximum horizontal deviation from a collision-checked path (blocks). */
const MAX_DEVIATION = 0.25

/** Checks movements against collision boxes, as the game does. */
export class Passage {
  readonly #obstacles: Obstacles

  constructor(level: Level, traits: TraitsOf) {
    this.#obstacles = new Obstacles(level, traits)
  }

  /**
   * Whether a hitbox can make a movement in one tick: it enters no block that it was not in already, and passes
   * through none, vertical movement first. An entity inside a block, such as fallen sand, may leave it.
   */
  allows({ position, width, height }: Hitbox, to: Vec3): boolean {
    const obstacles = this.#obstacles
    const { x, y, z } = to
    const dx = x - position.x
    const dy = y - position.y
    const dz = z - position.z
    const hitbox = { position: position.clone(), width, height }
    obstacles.gatherAlong(hitbox, dx, dy, dz)
    if (obstacles.overlaps(hitbox, x, y, z, position)) return false
    if (obstacles.overlaps(hitbox, position.x, position.y, position.z)) return true
    hitbox.position.y += obstacles.clip(hitbox, 1, dy)
    const sides = Math.abs(dx) < Math.abs(dz) ? ([2, 0] as const) : ([0, 2] as const)
    for (const axis of sides) {
      if (axis === 0) hitbox.position.x += obstacles.clip(hitbox, 0, dx)
      else hitbox.position.z += obstacles.clip(hitbox, 2, dz)
    }
    return Math.hypot(x - hitbox.position.x, z - hitbox.position.z) <= MAX_DEVIATION
  }

  /** Whether a hitbox at its position overlaps no block. */
  fits(hitbox: Hitbox): boolean {
    this.#obstacles.gatherAlong(hitbox, 0, 0, 0)
    const { x, y, z } = hitbox.position
    return !this.#obstacles.overlaps(hitbox, x, y, z)
  }

  /** Free space below a hitbox, up to a distance (blocks). */
  below(hitbox: Hitbox, maxDistance: number): number {
    this.#obstacles.gatherAlong(hitbox, 0, -maxDistance, 0)
    return -this.#obstacles.clip(hitbox, 1, -maxDistance)
  }
}
