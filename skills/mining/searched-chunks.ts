/** Chunks whose centre is within this distance of the agent's position count as searched (blocks). */
const RANGE = 40
const CHUNK = 16

interface Position {
  readonly x: number
  readonly z: number
}

/** Chunks that the agent has searched on the surface, so that a search does not return to them. */
export class SearchedChunks {
  readonly #chunks = new Set<string>()
  #last: string | undefined

  /** Marks the chunks around a position from which the agent has looked around. */
  markAround({ x, z }: Position): void {
    const [chunkX, chunkZ] = [Math.floor(x / CHUNK), Math.floor(z / CHUNK)]
    const here = key(chunkX, chunkZ)
    if (here === this.#last) return
    this.#last = here
    const reach = Math.ceil(RANGE / CHUNK)
    for (let dx = -reach; dx <= reach; dx++)
      for (let dz = -reach; dz <= reach; dz++)
        if (Math.hypot(dx, dz) * CHUNK <= RANGE) this.#chunks.add(key(chunkX + dx, chunkZ + dz))
  }

  has(chunkX: number, chunkZ: number): boolean {
    return this.#chunks.has(key(chunkX, chunkZ))
  }

  clear(): void {
    this.#chunks.clear()
    this.#last = undefined
  }
}

function key(chunkX: number, chunkZ: number): string {
  return `${chunkX},${chunkZ}`
}
