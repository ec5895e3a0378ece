import { ChunkMap } from '#geometry/chunk-map'
import { NEIGHBOURS } from '#geometry/neighbours'
import type { BlockTable } from '#knowledge/block-traits'
import type { LoadedBlocks } from './loaded-blocks.ts'

/** Light under the open sky, and of the brightest blocks. */
const FULL = 15

interface Place {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** A place whose light was taken away, and how much there was. */
interface Dimmed extends Place {
  readonly was: number
}

const KINDS = ['sky', 'block'] as const
type Kind = (typeof KINDS)[number]

/** Where light of one kind differs from what the server sent. */
type Corrections = ChunkMap<Map<number, number>>

/**
 * The light around the player as its client knows it: what the server sent with the chunks, and what
 * has become of it since by blocks that changed, which every client works out for itself.
 */
export class LightLevels {
  readonly #loaded: LoadedBlocks
  readonly #traits: BlockTable
  readonly #darkening: () => number
  readonly #corrections: Record<Kind, Corrections> = { sky: new ChunkMap(), block: new ChunkMap() }

  /** @param darkening by how much the sky is darker than at noon. */
  constructor(loaded: LoadedBlocks, traits: BlockTable, darkening: () => number) {
    this.#loaded = loaded
    this.#traits = traits
    this.#darkening = darkening
  }

  /** Light at a place (0-15) at this time of the day; 0 where nothing is loaded. */
  at(x: number, y: number, z: number): number {
    const block = this.#level('block', x, y, z)
    if (block === FULL) return block
    return Math.max(block, this.#level('sky', x, y, z) - this.#darkening())
  }

  /** Light of the sky at a place as at noon (0-15). */
  sky(x: number, y: number, z: number): number {
    return this.#level('sky', x, y, z)
  }

  /** The server has sent the light of a column (again). */
  columnSent(chunkX: number, chunkZ: number): void {
    this.#corrections.sky.delete(chunkX, chunkZ)
    this.#corrections.block.delete(chunkX, chunkZ)
  }

  /** A block has changed: what it let through, kept out or gave off changes with it. */
  blockChanged(x: number, y: number, z: number, code: number, codeBefore: number): void {
    const now = this.#traits.traits(code - 1)
    const before = this.#traits.traits(codeBefore - 1)
    const same =
      now.blocksLight === before.blocksLight &&
      now.scattersLight === before.scattersLight &&
      now.light === before.light
    if (same) return
    for (const kind of KINDS)
      if (!this.#isDarkAround(kind, x, y, z)) this.#update(kind, { x, y, z })
  }

  /** Whether there is no light at a place that it could lose, nor any beside it that could come in. */
  #isDarkAround(kind: Kind, x: number, y: number, z: number): boolean {
    if (this.#own(kind, { x, y, z }) > 0 || this.#level(kind, x, y, z) > 0) return false
    return NEIGHBOURS.every(([dx, dy, dz]) => this.#level(kind, x + dx, y + dy, z + dz) <= 1)
  }

  /** Takes away what came through or from a place, and lets light in anew from all around. */
  #update(kind: Kind, place: Place): void {
    const bright: Place[] = []
    const dimmed: Dimmed[] = []
    const dim = (at: Place) => {
      dimmed.push({ ...at, was: this.#level(kind, at.x, at.y, at.z) })
      this.#correct(kind, at, this.#own(kind, at))
      if (this.#own(kind, at) > 0) bright.push(at)
    }
    dim(place)
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

  /** The light of one kind that a block gives off itself. */
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

/** Number of a place within its column. */
function placeIn(x: number, y: number, z: number): number {
  return (y << 8) | ((z & 15) << 4) | (x & 15)
}
