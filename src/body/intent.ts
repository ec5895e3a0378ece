import type { Vec3 } from 'vec3'
import type { Position } from './navigation/position.ts'

/**
 * The current target of the agent, for recordings. The agent does not read it. A target remains after the agent failed to
 * reach it.
 */
export class Intent {
  /** The route that the agent walks, as positions of the feet; empty if there is none. */
  path: readonly Position[] = []
  #block: Vec3 | null = null
  #entity: number | null = null

  /** The target block. */
  get block(): Vec3 | null {
    return this.#block
  }

  /** Id of the mob that the agent chases or fights. */
  get entity(): number | null {
    return this.#entity
  }

  /** Sets a block as the target. */
  aimAt(block: Vec3): void {
    this.#block = block
    this.#entity = null
  }

  /** Sets a mob as the target. */
  hunt(entity: number): void {
    this.#entity = entity
    this.#block = null
  }
}
