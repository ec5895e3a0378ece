import type { Vec3 } from 'vec3'
import type { Position } from './navigation/position.ts'

/**
 * What the body is about, for those who watch it. Nothing in the agent reads it: it stands for what
 * was set out for last, also when that came to nothing.
 */
export class Intent {
  /** The way that is being walked, as positions of the feet; empty when there is none. */
  path: readonly Position[] = []
  #block: Vec3 | null = null
  #entity: number | null = null

  /** The block that is to be reached. */
  get block(): Vec3 | null {
    return this.#block
  }

  /** Id of the animal or monster that is run after or fought. */
  get entity(): number | null {
    return this.#entity
  }

  /** Sets out for a block. */
  aimAt(block: Vec3): void {
    this.#block = block
    this.#entity = null
  }

  /** Sets out after an animal or a monster. */
  hunt(entity: number): void {
    this.#entity = entity
    this.#block = null
  }
}
