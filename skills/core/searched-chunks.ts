/** A chunk whose middle is nearer than this to where one stood counts as looked over (blocks). */
const RANGE = 40
const CHUNK = 16

interface Place {
  readonly x: number
  readonly z: number
}

/** The land that was searched on foot, so that a search does not come back to it. */
export class SearchedChunks {
  readonly #chunks = new Set<string>()
  #last: string | undefined

  /** Notes that one stands somewhere and looks around. */
  from({ x, z }: Place): void {
    const [middleX, middleZ] = [Math.floor(x / CHUNK), Math.floor(z / CHUNK)]
    const here = key(middleX, middleZ)
    if (here === this.#last) return
    this.#last = here
    const reach = Math.ceil(RANGE / CHUNK)
    for (let dx = -reach; dx <= reach; dx++)
      for (let dz = -reach; dz <= reach; dz++)
        if (Math.hypot(dx, dz) * CHUNK <= RANGE) this.#chunks.add(key(middleX + dx, middleZ + dz))
  }

  has(chunkX: number, chunkZ: number): boolean {
    return this.#chunks.has(key(chunkX, chunkZ))
  }
}

function key(chunkX: number, chunkZ: number): string {
  return `${chunkX},${chunkZ}`
}
