import { blockTableOf } from '#knowledge/block-traits'
import type { Registry } from '#knowledge/registry'
import { type ColumnBuffer, LAYER } from './column-buffer.ts'

/** Light under the open sky, and of the brightest blocks. */
const FULL = 15
/** Blocks that a tree may stand out above the ground under it. */
const TALLEST_TREE = 20

/** What a state does to light, by state id. */
const BLOCKS = 1
const SCATTERS = 2

/** The light in one column of the world, by layer, row and block as in {@link ColumnBuffer.states}. */
export interface ColumnLight {
  readonly sky: Uint8Array
  readonly block: Uint8Array
  /** Layers from here on are in full light of the sky. */
  readonly clearFrom: number
}

/**
 * Floods columns with light as the game does: full from the sky down to what scatters or blocks it,
 * one less a step from there on, and the same from whatever shines. What shines in from other columns
 * is left out, so light is never more than the game's.
 */
export class LightFlood {
  readonly #effect: Uint8Array
  readonly #shine: Uint8Array
  readonly #sky: Uint8Array
  readonly #block: Uint8Array
  #queue = new Int32Array(4096)

  constructor(registry: Registry, height: number) {
    const table = blockTableOf(registry)
    const states = table.opaque.length - 1
    this.#effect = new Uint8Array(states)
    this.#shine = new Uint8Array(states)
    for (let state = 0; state < states; state++) {
      const { blocksLight, scattersLight, light } = table.traits(state)
      this.#effect[state] = (blocksLight ? BLOCKS : 0) | (scattersLight ? SCATTERS : 0)
      this.#shine[state] = light
    }
    this.#sky = new Uint8Array(height * LAYER)
    this.#block = new Uint8Array(height * LAYER)
  }

  /**
   * The light of a finished column; the arrays are used again for the next one.
   * @param ground height of the highest ground in the column.
   */
  flood(buffer: ColumnBuffer, ground: number): ColumnLight {
    const clearFrom = Math.min(buffer.height, ground - buffer.minY + TALLEST_TREE)
    this.#floodSky(buffer, clearFrom)
    this.#floodBlock(buffer, clearFrom)
    return { sky: this.#sky, block: this.#block, clearFrom }
  }

  #floodSky({ states }: ColumnBuffer, clearFrom: number): void {
    const light = this.#sky.fill(0, 0, clearFrom * LAYER)
    const effect = this.#effect
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
    const shine = this.#shine
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
    const effect = this.#effect
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

/** The highest of the tops beside a place. */
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
