import type { BlockTable } from '#knowledge/block-traits'
import type { BlockMemory } from './block-memory.ts'
import type { LoadedBlocks } from './loaded-blocks.ts'

/** Distance at which the agent feels air (blocks along each axis). */
const REACH = 3
const SIZE = 2 * REACH + 1

/**
 * Remembers the air within a few blocks that is connected to the agent, also around corners. Without it, no route leads past
 * the next edge. Only air becomes known this way.
 */
export class NearAir {
  readonly #loaded: LoadedBlocks
  readonly #memory: BlockMemory
  readonly #traits: BlockTable
  readonly #visited = new Uint8Array(SIZE ** 3)
  readonly #queue = new Uint16Array(SIZE ** 3)

  constructor(loaded: LoadedBlocks, memory: BlockMemory, traits: BlockTable) {
    this.#loaded = loaded
    this.#memory = memory
    this.#traits = traits
  }

  /** Remembers the air connected to the feet, and the blocks that the agent is in. */
  feel(x: number, y: number, z: number): void {
    const visited = this.#visited.fill(0)
    const queue = this.#queue
    let end = 0
    const enter = (dx: number, dy: number, dz: number) => {
      if (Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dz)) > REACH) return
      const at = ((dy + REACH) * SIZE + dz + REACH) * SIZE + dx + REACH
      if (visited[at]) return
      visited[at] = 1
      const code = this.#loaded.code(x + dx, y + dy, z + dz)
      const inBody = dx === 0 && dz === 0 && (dy === 0 || dy === 1)
      if (code === 0 || (this.#traits.kind[code] !== 0 && !inBody)) return
      this.#memory.noteAt(x + dx, y + dy, z + dz, code)
      queue[end++] = at
    }
    enter(0, 0, 0)
    enter(0, 1, 0)
    for (let i = 0; i < end; i++) {
      const at = queue[i] ?? 0
      const dx = (at % SIZE) - REACH
      const dz = (Math.floor(at / SIZE) % SIZE) - REACH
      const dy = Math.floor(at / SIZE ** 2) - REACH
      enter(dx + 1, dy, dz)
      enter(dx - 1, dy, dz)
      enter(dx, dy + 1, dz)
      enter(dx, dy - 1, dz)
      enter(dx, dy, dz + 1)
      enter(dx, dy, dz - 1)
    }
  }
}
