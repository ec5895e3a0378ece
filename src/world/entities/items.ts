import type { Item } from 'prismarine-item'
import type { Vec3 } from 'vec3'
import type { Game } from '../game.ts'

/** The stacks that lie in the world. */
export interface ItemEntities {
  /** Drops a stack at a place, with a small random velocity unless one is given (blocks a tick). */
  drop(item: Item, position: Vec3, options?: { velocity?: Vec3; pickupDelayTicks?: number }): void
  readonly count: number
}

export function createItemEntities(_game: Game): ItemEntities {
  return { drop() {}, count: 0 }
}
