import type { Registry } from '#knowledge/registry'
import { type ColumnBuffer, LAYER } from '../terrain/column-buffer.ts'
import { type ColumnLight, FULL, SKY } from './light-levels.ts'
import { BLOCKS, type LightTraits, lightTraitsOf } from './light-traits.ts'

/** Maximum height of a tree above the ground (blocks). */
const MAX_TREE_HEIGHT = 20

/**
 * Computes light as the game does: full sky light down to the first block that scatters or blocks it, minus one
 * with each step, and the same from luminous blocks. Light from other columns is left out.
 */
export class LightFlood {
  readonly #traits: LightTraits
  readonly #hasSky: boolean
  readonly #sky: Uint8Array
  readonly #block: Uint8Array
  #queue = new Int32Array(4096)

  /** @param hasSky whether the dimension has sky light. */
  constructor(registry: Registry, height: number, hasSky = true) {
    this.#traits = lightTraitsOf(registry)
    this.#hasSky = hasSky
    this.#sky = new Uint8Array(height * LAYER)
    this.#block = new Uint8Array(height * LAYER)
  }

  /**
   * The light of a finished column.
   * @param ground height of the highest ground in the column.
   */
  flood(buffer: ColumnBuffer, ground: number): ColumnLight {
    const clearFrom = Math.min(buffer.height, ground - buffer.minY + MAX_TREE_HEIGHT)
    if (this.#hasSky) this.#floodSky(buffer, clearFrom)
    this.#floodBlock(buffer, clearFrom)
    const light = new Uint8Array(clearFrom * LAYER)
    for (let at = 0; at < light.length; at++)
      light[at] = ((this.#sky[at] ?? 0) << SKY) | (this.#block[at] ?? 0)
    return light
  }

  #floodSky({ states }: ColumnBuffer, clearFrom: number): void {
    const light = this.#sky.fill(0, 0, clearFrom * LAYER)
    const { effect } = this.#traits
    const tops = new Int16Array(LAYER)
    for (let place = 0; place < LAYER; place++) {
      let layer = clearFrom - 1
      for (; layer >= 0 && effect[states[layer * LAYER + place] ?? 0] === 0; layer--)
        light[layer * LAYER + place] = FULL
      tops[place] = layer
    }
    let end = 0
    for (let place = 0; place < LAYER; place++) {
      const top = tops[place] ?? 0
      const brink = Math.max(top + 1, highestBeside(tops, place))
      for (let layer = top + 1; layer <= brink && layer < clearFrom; layer++)
        end = this.#push(end, layer * LAYER + place)
    }
    this.#spread(states, light, clearFrom, end)
  }

  #floodBlock({ states }: ColumnBuffer, clearFrom: number): void {
    const light = this.#block.fill(0, 0, clearFrom * LAYER)
    const { shine } = this.#traits
    let end = 0
    for (let at = 0; at < clearFrom * LAYER; at++) {
      const own = shine[states[at] ?? 0] ?? 0
      if (own === 0) continue
      light[at] = own
      end = this.#push(end, at)
    }
    this.#spread(states, light, clearFrom, end)
  }

  #spread(states: Uint16Array, light: Uint8Array, clearFrom: number, from: number): void {
    const { effect } = this.#traits
    const top = clearFrom * LAYER
    let end = from
    const enter = (at: number, value: number) => {
      if ((light[at] ?? 0) >= value || (effect[states[at] ?? 0] ?? 0) & BLOCKS) return
      light[at] = value
      end = this.#push(end, at)
    }
    for (let next = 0; next < end; next++) {
      const at = this.#queue[next] ?? 0
      const value = (light[at] ?? 0) - 1
      if (value <= 0) continue
      if ((at & 15) > 0) enter(at - 1, value)
      if ((at & 15) < 15) enter(at + 1, value)
      if ((at & 240) > 0) enter(at - 16, value)
      if ((at & 240) < 240) enter(at + 16, value)
      if (at >= LAYER) enter(at - LAYER, value)
      if (at + LAYER < top) enter(at + LAYER, value)
    }
  }

  #push(end: number, at: number): number {
    if (end === this.#queue.length) {
      const longer = new Int32Array(end * 2)
      longer.set(this.#queue)
      this.#queue = longer
    }
    this.#queue[end] = at
    return end + 1
  }
}

/** The highest of the neighbours' tops. */
function highestBeside(tops: Int16Array, place: number): number {
  const x = place & 15
  const z = place >> 4
  return Math.max(
    x > 0 ? (tops[place - 1] ?? 0) : -1,
    x < 15 ? (tops[place + 1] ?? 0) : -1,
    z > 0 ? (tops[place - 16] ?? 0) : -1,
    z < 15 ? (tops[place + 16] ?? 0) : -1,
  )
}
