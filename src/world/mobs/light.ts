import type { TraitsOf } from '../block-traits.ts'
import type { Level } from '../level.ts'

const FULL = 15
/** Distance beyond which the brightest light does not reach (blocks). */
const REACH = 15
const SPAN = 2 * REACH + 1
const SIDES = [SPAN ** 2, -(SPAN ** 2), SPAN, -SPAN, 1, -1] as const
/** Columns whose height is remembered. */
const MAX_CACHED = 100_000

/** Computes the light level at a position on demand, without storing light for every block. */
export class LightMeter {
  readonly #level: Level
  readonly #traits: TraitsOf
  readonly #roofs = new Map<number, number>()
  /** The query that last visited each position around the queried one. */
  readonly #seen = new Uint32Array(SPAN ** 3)
  readonly #way = new Uint8Array(SPAN ** 3)
  readonly #queue = new Uint16Array(SPAN ** 3)
  #question = 0

  constructor(level: Level, traits: TraitsOf) {
    this.#level = level
    this.#traits = traits
    level.on('change', ({ x, z }) => this.#roofs.delete(columnKey(x, z)))
  }

  /** Height of the topmost block that blocks sky light, leaves and water included. */
  roof(x: number, z: number): number {
    const key = columnKey(x, z)
    const known = this.#roofs.get(key)
    if (known !== undefined) return known
    if (this.#roofs.size > MAX_CACHED) this.#roofs.clear()
    let y = this.#level.highest(x >> 4, z >> 4)
    while (y >= this.#level.minY && !this.#shades(x, y, z)) y--
    this.#roofs.set(key, y)
    return y
  }

  underSky(x: number, y: number, z: number): boolean {
    return y > this.roof(x, z)
  }

  /**
   * Whether the light at a position is at most the given levels, from the sky at noon and from blocks (0-15 each).
   * Searches the air around it as far as brighter light could come from.
   */
  isDark(x: number, y: number, z: number, maxSky: number, maxBlock: number): boolean {
    if (maxSky < FULL && this.underSky(x, y, z)) return false
    const maxDistance = FULL - 1 - Math.min(maxSky, maxBlock)
    const seen = this.#seen
    const way = this.#way
    const queue = this.#queue
    const question = ++this.#question
    let end = 0
    /** Visits a neighbour; returns false when light from there exceeds the limit. */
    const visit = (at: number, length: number) => {
      if (seen[at] === question) return true
      seen[at] = question
      const bx = x + Math.floor(at / SPAN ** 2) - REACH
      const bz = z + (at % SPAN) - REACH
      if (!this.#isLoaded(bx, bz, x, z)) return true
      const by = y + (Math.floor(at / SPAN) % SPAN) - REACH
      const block = this.#traits(this.#level.state(bx, by, bz))
      if (block.light - length > maxBlock) return false
      if (block.blocksLight) return true
      if (FULL - length > maxSky && this.underSky(bx, by, bz)) return false
      way[at] = length
      queue[end++] = at
      return true
    }
    if (!visit((REACH * SPAN + REACH) * SPAN + REACH, 0)) return false
    for (let next = 0; next < end; next++) {
      const at = queue[next] ?? 0
      const length = (way[at] ?? 0) + 1
      if (length > maxDistance) break
      for (const side of SIDES) if (!visit(at + side, length)) return false
    }
    return true
  }

  /** Whether the column of a position is loaded, given a nearby position that is. */
  #isLoaded(x: number, z: number, nearX: number, nearZ: number): boolean {
    return (x >> 4 === nearX >> 4 && z >> 4 === nearZ >> 4) || this.#level.isLoaded(x, z)
  }

  #shades(x: number, y: number, z: number): boolean {
    const block = this.#traits(this.#level.state(x, y, z))
    return block.blocksLight || block.water > 0 || block.lava > 0 || block.name.endsWith('leaves')
  }
}

function columnKey(x: number, z: number): number {
  return x * 2 ** 26 + z
}
