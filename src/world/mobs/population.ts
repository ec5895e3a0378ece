import type { Vec3 } from 'vec3'
import type { EntityTracker } from '../entities/tracker.ts'
import type { Mob } from './mob.ts'

/** The mobs of a world, including those in their death animation. */
export class Population implements Iterable<Mob> {
  readonly #tracker: EntityTracker
  readonly #mobs = new Map<number, Mob>()

  constructor(tracker: EntityTracker) {
    this.#tracker = tracker
  }

  get(id: number): Mob | undefined {
    return this.#mobs.get(id)
  }

  has(id: number): boolean {
    return this.#mobs.has(id)
  }

  [Symbol.iterator](): Iterator<Mob> {
    return this.#mobs.values()
  }

  add(mob: Mob): void {
    this.#mobs.set(mob.id, mob)
    this.#tracker.spawn(mob)
  }

  remove(mob: Mob): void {
    this.#mobs.delete(mob.id)
    this.#tracker.remove(mob)
  }

  /** Whether a living monster is within the given horizontal and vertical distances of a position (blocks). */
  monstersNear(place: Vec3, along: number, upright: number): boolean {
    for (const mob of this) {
      const { x, y, z } = mob.position.minus(place)
      const near = Math.abs(x) <= along && Math.abs(z) <= along && Math.abs(y) <= upright
      if (near && mob.kind.hostile && !mob.dead) return true
    }
    return false
  }
}
