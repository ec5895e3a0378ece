import { ChunkMap } from '#geometry/chunk-map'
import { NEIGHBOURS } from '#geometry/neighbours'
import type { BlockTable } from '#knowledge/block-traits'
import type { LoadedBlocks } from './loaded-blocks.ts'

/** The maximum light level, of open sky and of the brightest blocks. */
const FULL = 15
/** Changed places that may wait for an update. */
const MAX_CHANGED = 4096

interface Place {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** A place that lost its light, and the level it had. */
interface Dimmed extends Place {
  readonly was: number
}

const KINDS = ['sky', 'block'] as const
type Kind = (typeof KINDS)[number]

/** Light levels that differ from those that the server sent, for sky light or block light. */
type Corrections = ChunkMap<Map<number, number>>

/**
 * The light levels that the client knows: those that the server sent with chunks, updated for changed blocks. Every client
 * computes these updates itself.
 */
export class LightLevels {
  readonly #loaded: LoadedBlocks
  readonly #traits: BlockTable
  readonly #darkening: () => number
  readonly #corrections: Record<Kind, Corrections> = { sky: new ChunkMap(), block: new ChunkMap() }
  /** Changed places whose light is not updated yet. Many changes at once cost little more than one. */
  #changed: Place[] = []

  /** @param darkening how much darker the sky is than at noon (levels). */
  constructor(loaded: LoadedBlocks, traits: BlockTable, darkening: () => number) {
    this.#loaded = loaded
    this.#traits = traits
    this.#darkening = darkening
  }

  /** Light level at a place (0-15) at this time of day; 0 in chunks that are not loaded. */
  at(x: number, y: number, z: number): number {
    this.#settle()
    const block = this.#level('block', x, y, z)
    if (block === FULL) return block
    return Math.max(block, this.#level('sky', x, y, z) - this.#darkening())
  }

  /** Sky light at a place at noon (0-15). */
  sky(x: number, y: number, z: number): number {
    this.#settle()
    return this.#level('sky', x, y, z)
  }

  /** Call this when the server sent the light of a column. */
  columnSent(chunkX: number, chunkZ: number): void {
    this.#corrections.sky.delete(chunkX, chunkZ)
    this.#corrections.block.delete(chunkX, chunkZ)
  }

  /** Call this after a block change. */
  blockChanged(x: number, y: number, z: number, code: number, codeBefore: number): void {
    const now = this.#traits.traits(code - 1)
    const before = this.#traits.traits(codeBefore - 1)
    const same =
      now.blocksLight === before.blocksLight &&
      now.scattersLight === before.scattersLight &&
      now.light === before.light
    if (!same) this.#changed.push({ x, y, z })
    if (this.#changed.length > MAX_CHANGED) this.#settle()
  }

  /** Updates the light after all changes. */
  #settle(): void {
    if (this.#changed.length === 0) return
    const changed = this.#changed
    this.#changed = []
    for (const kind of KINDS) {
      const lit = changed.filter(({ x, y, z }) => !this.#isDarkAround(kind, x, y, z))
      if (lit.length > 0) this.#update(kind, lit)
    }
  }

  /** Whether neither a place nor its neighbours have light, so that a change has no effect. */
  #isDarkAround(kind: Kind, x: number, y: number, z: number): boolean {
    if (this.#own(kind, { x, y, z }) > 0 || this.#level(kind, x, y, z) > 0) return false
    return NEIGHBOURS.every(([dx, dy, dz]) => this.#level(kind, x + dx, y + dy, z + dz) <= 1)
  }

  /** Removes the light that came from or through places, then spreads light from their surroundings. */
  #update(kind: Kind, places: readonly Place[]): void {
    const bright: Place[] = []
    const dimmed: Dimmed[] = []
    const dim = (at: Place) => {
      dimmed.push({ ...at, was: this.#level(kind, at.x, at.y, at.z) })
      this.#correct(kind, at, this.#own(kind, at))
      if (this.#own(kind, at) > 0) bright.push(at)
    }
    for (const place of places) dim(place)
    for (let next = 0; next < dimmed.length; next++) {
      const { x, y, z, was } = dimmed[next] as Dimmed
      for (const [dx, dy, dz] of NEIGHBOURS) {
        const beside = { x: x + dx, y: y + dy, z: z + dz }
        const level = this.#level(kind, beside.x, beside.y, beside.z)
        if (level === 0) continue
        const fell = kind === 'sky' && dy === -1 && was === FULL && level === FULL
        if (level < was || fell) dim(beside)
        else bright.push(beside)
      }
    }
    this.#spread(kind, bright)
  }

  #spread(kind: Kind, bright: Place[]): void {
    for (let next = 0; next < bright.length; next++) {
      const { x, y, z } = bright[next] as Place
      const level = this.#level(kind, x, y, z)
      if (level <= 1) continue
      for (const [dx, dy, dz] of NEIGHBOURS) {
        const beside = { x: x + dx, y: y + dy, z: z + dz }
        const code = this.#loaded.code(beside.x, beside.y, beside.z)
        const { blocksLight, scattersLight } = this.#traits.traits(code - 1)
        if (code === 0 || blocksLight) continue
        const falls = kind === 'sky' && dy === -1 && level === FULL && !scattersLight
        const arrives = falls ? FULL : level - 1
        if (arrives <= this.#level(kind, beside.x, beside.y, beside.z)) continue
        this.#correct(kind, beside, arrives)
        bright.push(beside)
      }
    }
  }

  /** The light that a block itself emits. */
  #own(kind: Kind, { x, y, z }: Place): number {
    if (kind === 'sky') return 0
    return this.#traits.traits(this.#loaded.code(x, y, z) - 1).light
  }

  #level(kind: Kind, x: number, y: number, z: number): number {
    const corrected = this.#corrections[kind].get(x >> 4, z >> 4)?.get(placeIn(x, y, z))
    return corrected ?? this.#loaded.sentLight(kind, x, y, z)
  }

  #correct(kind: Kind, { x, y, z }: Place, level: number): void {
    let column = this.#corrections[kind].get(x >> 4, z >> 4)
    if (!column) {
      column = new Map()
      this.#corrections[kind].set(x >> 4, z >> 4, column)
    }
    column.set(placeIn(x, y, z), level)
  }
}

/** Index of a position within its column. */
function placeIn(x: number, y: number, z: number): number {
  return (y << 8) | ((z & 15) << 4) | (x & 15)
}
