import type { TraitsOf } from '../block-traits.ts'
import type { Level } from '../level.ts'
import { FULL } from '../light/light-levels.ts'

/** Columns whose height is remembered. */
const MAX_CACHED = 100_000

/** Light and sky at a position, for the rules of mobs, plants and weather. */
export class LightMeter {
  readonly #level: Level
  readonly #traits: TraitsOf
  readonly #roofs = new Map<number, number>()

  constructor(level: Level, traits: TraitsOf) {
    this.#level = level
    this.#traits = traits
    level.on('change', ({ x, y, z, after }) => {
      const key = columnKey(x, z)
      const roof = this.#roofs.get(key)
      // Most changes are below the roof.
      if (roof === undefined || y < roof) return
      if (this.#isShade(after)) this.#roofs.set(key, y)
      else if (y === roof) this.#roofs.delete(key)
    })
  }

  /** Height of the topmost block that blocks sky light, leaves and water included. */
  roof(x: number, z: number): number {
    const key = columnKey(x, z)
    const known = this.#roofs.get(key)
    if (known !== undefined) return known
    if (this.#roofs.size > MAX_CACHED) this.#roofs.clear()
    let y = this.#level.highest(x >> 4, z >> 4)
    while (y >= this.#level.minY && !this.#isShade(this.#level.state(x, y, z))) y--
    this.#roofs.set(key, y)
    return y
  }

  underSky(x: number, y: number, z: number): boolean {
    return y > this.roof(x, z)
  }

  /** Whether the light at a position is at most the given levels, from the sky at noon and from blocks (0-15 each). */
  isDark(x: number, y: number, z: number, maxSky: number, maxBlock: number): boolean {
    const { light } = this.#level
    return light.block(x, y, z) <= maxBlock && (maxSky >= FULL || light.sky(x, y, z) <= maxSky)
  }

  #isShade(state: number): boolean {
    const block = this.#traits(state)
    return block.blocksLight || block.water > 0 || block.lava > 0 || block.name.endsWith('leaves')
  }
}

function columnKey(x: number, z: number): number {
  return x * 2 ** 26 + z
}
