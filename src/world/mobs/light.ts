import type { TraitsOf } from '../block-traits.ts'
import type { Level } from '../level.ts'
import { DAY_TICKS } from '../world-time.ts'

/** Full light, and the least by which monsters do not appear. */
const FULL = 15
export const BRIGHT = 8
const NIGHT_DARKENING = 11
/** How far light is followed back (blocks): beyond it even a torch leaves the place dark enough. */
const REACH = 7
const SPAN = 2 * REACH + 1
/** Columns whose height is remembered. */
const REMEMBERED = 40_000

export interface Light {
  /** Light from the open sky at noon, and from blocks; 0 when it comes from farther than 7 blocks. */
  sky: number
  block: number
}

/** By how much the sky is darker than at noon: 0 by day, 11 at night. */
export function skyDarkening(timeOfDay: number): number {
  const turn = (timeOfDay / DAY_TICKS + 0.75) % 1
  const sun = turn + (0.5 - Math.cos(turn * Math.PI) / 2 - turn) / 3
  const bright = Math.max(0, Math.min(1, Math.cos(sun * 2 * Math.PI) * 2 + 0.5))
  return Math.floor((1 - bright) * NIGHT_DARKENING)
}

/** An estimate of the light at a place, without keeping light for every block. */
export class LightMeter {
  readonly #level: Level
  readonly #traits: TraitsOf
  readonly #roofs = new Map<number, number>()
  readonly #seen = new Uint8Array(SPAN ** 3)
  readonly #queue = new Int16Array(SPAN ** 3)

  constructor(level: Level, traits: TraitsOf) {
    this.#level = level
    this.#traits = traits
    level.on('change', ({ x, z }) => this.#roofs.delete(columnKey(x, z)))
  }

  /** Height of the topmost block that keeps the sky out, leaves and water among them. */
  roof(x: number, z: number): number {
    const key = columnKey(x, z)
    const known = this.#roofs.get(key)
    if (known !== undefined) return known
    if (this.#roofs.size > REMEMBERED) this.#roofs.clear()
    let y = this.#level.maxY - 1
    while (y >= this.#level.minY && !this.#shades(x, y, z)) y--
    this.#roofs.set(key, y)
    return y
  }

  underSky(x: number, y: number, z: number): boolean {
    return y > this.roof(x, z)
  }

  /** Light at a place: floods the air around it until the sky or something that shines is found. */
  at(x: number, y: number, z: number): Light {
    const seen = this.#seen.fill(0)
    const queue = this.#queue
    const light: Light = { sky: 0, block: 0 }
    const index = (dx: number, dy: number, dz: number) =>
      ((dx + REACH) * SPAN + dy + REACH) * SPAN + dz + REACH
    let end = 0
    const visit = (dx: number, dy: number, dz: number, way: number) => {
      const at = index(dx, dy, dz)
      if (seen[at] !== 0) return
      seen[at] = way + 1
      const block = this.#traits(this.#level.state(x + dx, y + dy, z + dz))
      light.block = Math.max(light.block, block.light - way)
      if (block.blocksLight) return
      if (this.underSky(x + dx, y + dy, z + dz)) light.sky = Math.max(light.sky, FULL - way)
      queue[end++] = at
    }
    visit(0, 0, 0, 0)
    for (let next = 0; next < end && light.block < BRIGHT; next++) {
      const at = queue[next] ?? 0
      const way = seen[at] ?? 0
      if (way > REACH) break
      const dz = (at % SPAN) - REACH
      const dy = (Math.floor(at / SPAN) % SPAN) - REACH
      const dx = Math.floor(at / SPAN ** 2) - REACH
      visit(dx + 1, dy, dz, way)
      visit(dx - 1, dy, dz, way)
      visit(dx, dy + 1, dz, way)
      visit(dx, dy - 1, dz, way)
      visit(dx, dy, dz + 1, way)
      visit(dx, dy, dz - 1, way)
    }
    return light
  }

  #shades(x: number, y: number, z: number): boolean {
    const block = this.#traits(this.#level.state(x, y, z))
    return block.blocksLight || block.water > 0 || block.lava > 0 || block.name.endsWith('leaves')
  }
}

function columnKey(x: number, z: number): number {
  return x * 2 ** 26 + z
}
