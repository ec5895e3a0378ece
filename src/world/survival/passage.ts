import type { Vec3 } from 'vec3'
import type { TraitsOf } from '../block-traits.ts'
import type { Level } from '../level.ts'
import { type Extent, Obstacles } from '../obstacles.ts'

/** Maximum horizontal deviation from a collision-checked path (blocks). */
const OFF_THE_WAY = 0.25

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
  allows({ position, width, height }: Extent, to: Vec3): boolean {
    const obstacles = this.#obstacles
    const { x, y, z } = to
    const dx = x - position.x
    const dy = y - position.y
    const dz = z - position.z
    const body = { position: position.clone(), width, height }
    obstacles.gatherAlong(body, dx, dy, dz)
    if (obstacles.hold(body, x, y, z, position)) return false
    if (obstacles.hold(body, position.x, position.y, position.z)) return true
    body.position.y += obstacles.clip(body, 1, dy)
    const sides = Math.abs(dx) < Math.abs(dz) ? ([2, 0] as const) : ([0, 2] as const)
    for (const axis of sides) {
      if (axis === 0) body.position.x += obstacles.clip(body, 0, dx)
      else body.position.z += obstacles.clip(body, 2, dz)
    }
    return Math.hypot(x - body.position.x, z - body.position.z) <= OFF_THE_WAY
  }

  /** Whether a hitbox at its position overlaps no block. */
  fits(body: Extent): boolean {
    this.#obstacles.gatherAlong(body, 0, 0, 0)
    const { x, y, z } = body.position
    return !this.#obstacles.hold(body, x, y, z)
  }

  /** Free space below a hitbox, up to a distance (blocks). */
  below(body: Extent, most: number): number {
    this.#obstacles.gatherAlong(body, 0, -most, 0)
    return -this.#obstacles.clip(body, 1, -most)
  }
}
