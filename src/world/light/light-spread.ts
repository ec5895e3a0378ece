import { LAYER } from '../terrain/column-buffer.ts'
import { EAST, type LightColumn, NORTH, SOUTH, WEST } from './light-column.ts'
import { BLOCK, FULL, type LightKind, SKY } from './light-levels.ts'
import { BLOCKS, type LightTraits, SCATTERS } from './light-traits.ts'

/** More than the number of places in a column. */
const PLACES = 2 ** 17

/** A place in a column. */
export interface LightPlace {
  readonly column: LightColumn
  readonly at: number
}

/**
 * Lets light flow within columns and between neighbours. Light only rises while columns are joined, so the order in
 * which they are does not matter.
 */
export class LightSpread {
  readonly #traits: LightTraits
  readonly #minY: number
  readonly #height: number
  readonly #kinds: readonly LightKind[]
  #kind: LightKind = BLOCK
  /** The columns of the running computation. Its places are numbers: the column's slot and the place in it. */
  #columns: LightColumn[] = []
  #queue = new Int32Array(4096)
  #end = 0
  /** The places that lost their light, and the levels they had. */
  readonly #dimmed: number[] = []
  readonly #was: number[] = []
  readonly #at = { x: 0, y: 0, z: 0 }

  constructor(
    traits: LightTraits,
    bounds: { readonly minY: number; readonly height: number },
    hasSky: boolean,
  ) {
    this.#traits = traits
    this.#minY = bounds.minY
    this.#height = bounds.height
    this.#kinds = hasSky ? [SKY, BLOCK] : [BLOCK]
  }

  /** Makes two neighbours exchange light from now on. @param side where the other one is. */
  join(column: LightColumn, other: LightColumn, side: typeof EAST | typeof SOUTH): void {
    column.beside[side] = other
    other.beside[side === EAST ? WEST : NORTH] = column
    const [first, second, step] = side === EAST ? [15, 0, 16] : [240, 0, 1]
    const top = Math.max(column.light.length, other.light.length)
    for (const kind of this.#kinds) {
      this.#begin(kind)
      for (let layer = 0; layer < top; layer += LAYER)
        for (let i = 0; i < 16; i++) {
          const here = layer + first + i * step
          const there = layer + second + i * step
          if (column.both(here) === other.both(there)) continue
          const difference = column.level(kind, here) - other.level(kind, there)
          if (difference > 1) this.#enter(other, there, column.level(kind, here) - 1)
          else if (difference < -1) this.#enter(column, here, other.level(kind, there) - 1)
        }
      this.#spread()
    }
  }

  /** Updates the light after the blocks at places changed. Returns the columns whose light may have changed. */
  update(places: readonly LightPlace[]): ReadonlySet<LightColumn> {
    const touched = new Set<LightColumn>()
    for (const kind of this.#kinds) {
      this.#begin(kind)
      for (const { column, at } of places) {
        column.extendTo(at)
        this.#dim(column, at)
      }
      for (let next = 0; next < this.#dimmed.length; next++)
        this.#dimAround(this.#dimmed[next] ?? 0, this.#was[next] ?? 0)
      this.#spread()
      for (const column of this.#columns) touched.add(column)
    }
    return touched
  }

  #begin(kind: LightKind): void {
    this.#kind = kind
    this.#columns = []
    this.#end = 0
    this.#dimmed.length = 0
    this.#was.length = 0
  }

  /** Removes the light of a place except what it gives by itself. */
  #dim(column: LightColumn, at: number): void {
    this.#dimmed.push(this.#placeOf(column, at))
    this.#was.push(column.level(this.#kind, at))
    const own = this.#own(column, at)
    column.set(this.#kind, at, own)
    if (own > 0) this.#push(column, at)
  }

  /** Dims the neighbours that had their light from a place, and lets the others shine. */
  #dimAround(place: number, was: number): void {
    const column = this.#columns[Math.floor(place / PLACES)]
    if (!column) return
    const at = place % PLACES
    const visit = (beside: LightColumn | undefined, there: number, isBelow: boolean) => {
      if (!beside) return
      const level = beside.level(this.#kind, there)
      if (level === 0) return
      beside.extendTo(there)
      const fell = isBelow && this.#kind === SKY && was === FULL && level === FULL
      if (level < was || fell) this.#dim(beside, there)
      else this.#push(beside, there)
    }
    const [x, z] = [at & 15, at & 240]
    visit(x > 0 ? column : column.beside[WEST], x > 0 ? at - 1 : at + 15, false)
    visit(x < 15 ? column : column.beside[EAST], x < 15 ? at + 1 : at - 15, false)
    visit(z > 0 ? column : column.beside[NORTH], z > 0 ? at - 16 : at + 240, false)
    visit(z < 240 ? column : column.beside[SOUTH], z < 240 ? at + 16 : at - 240, false)
    if (at + LAYER < this.#height * LAYER) visit(column, at + LAYER, false)
    if (at >= LAYER) visit(column, at - LAYER, true)
  }

  /** Light that a place has without its neighbours: that of its block, and at the top of the world that of the sky. */
  #own(column: LightColumn, at: number): number {
    if (this.#kind === BLOCK) return this.#traits.shine[this.#state(column, at)] ?? 0
    if (at < (this.#height - 1) * LAYER) return 0
    const effect = this.#effect(column, at)
    if (effect & BLOCKS) return 0
    return effect & SCATTERS ? FULL - 1 : FULL
  }

  #spread(): void {
    for (let next = 0; next < this.#end; next++) {
      const place = this.#queue[next] ?? 0
      const column = this.#columns[Math.floor(place / PLACES)]
      if (!column) continue
      const at = place % PLACES
      const level = column.level(this.#kind, at)
      if (level <= 1) continue
      const [x, z, arrives] = [at & 15, at & 240, level - 1]
      this.#enter(x > 0 ? column : column.beside[WEST], x > 0 ? at - 1 : at + 15, arrives)
      this.#enter(x < 15 ? column : column.beside[EAST], x < 15 ? at + 1 : at - 15, arrives)
      this.#enter(z > 0 ? column : column.beside[NORTH], z > 0 ? at - 16 : at + 240, arrives)
      this.#enter(z < 240 ? column : column.beside[SOUTH], z < 240 ? at + 16 : at - 240, arrives)
      if (at + LAYER < this.#height * LAYER) this.#enter(column, at + LAYER, arrives)
      if (at < LAYER) continue
      const falls =
        this.#kind === SKY && level === FULL && !(this.#effect(column, at - LAYER) & SCATTERS)
      this.#enter(column, at - LAYER, falls ? FULL : arrives)
    }
  }

  #enter(column: LightColumn | undefined, at: number, level: number): void {
    if (!column || column.level(this.#kind, at) >= level) return
    if (this.#effect(column, at) & BLOCKS) return
    column.extendTo(at)
    column.set(this.#kind, at, level)
    this.#push(column, at)
  }

  #push(column: LightColumn, at: number): void {
    if (this.#end === this.#queue.length) {
      const longer = new Int32Array(this.#end * 2)
      longer.set(this.#queue)
      this.#queue = longer
    }
    this.#queue[this.#end++] = this.#placeOf(column, at)
  }

  #placeOf(column: LightColumn, at: number): number {
    if (this.#columns[column.slot] !== column) column.slot = this.#columns.push(column) - 1
    return column.slot * PLACES + at
  }

  #effect(column: LightColumn, at: number): number {
    return this.#traits.effect[this.#state(column, at)] ?? 0
  }

  #state(column: LightColumn, at: number): number {
    this.#at.x = at & 15
    this.#at.y = (at >> 8) + this.#minY
    this.#at.z = (at >> 4) & 15
    return column.blocks.getBlockStateId(this.#at)
  }
}
