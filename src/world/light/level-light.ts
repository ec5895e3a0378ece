import { ChunkMap } from '#geometry/chunk-map'
import type { Registry } from '#knowledge/registry'
import type { Column } from '../core/column.ts'
import { boundsOf, DIMENSIONS, type DimensionName } from '../dimensions/dimension-kinds.ts'
import { ColumnBuffer, LAYER } from '../terrain/column-buffer.ts'
import { EAST, LightColumn, SOUTH } from './light-column.ts'
import { LightFlood } from './light-flood.ts'
import { BLOCK, type ColumnLight, FULL, type LightKind, OPEN_SKY, SKY } from './light-levels.ts'
import { type LightPlace, LightSpread } from './light-spread.ts'
import { type LightTraits, lightTraitsOf } from './light-traits.ts'
import { type LitColumn, packLight } from './pack-light.ts'

/** Height of a chunk section (blocks). */
const SECTION_HEIGHT = 16

/**
 * The light of a level's present blocks. Light reaches at most 15 blocks, so a column's light is complete once it has
 * been exchanged among the column and its eight neighbours.
 */
export class LevelLight {
  readonly #registry: Registry
  readonly #minY: number
  readonly #height: number
  readonly #hasSky: boolean
  readonly #traits: LightTraits
  readonly #spread: LightSpread
  readonly #blocksOf: (chunkX: number, chunkZ: number) => Column
  readonly #columns = new ChunkMap<LightColumn>()
  /** Changed places whose light is not updated yet. */
  #pending: LightPlace[] = []
  #changed = new Set<LightColumn>()

  /** @param blocksOf the present blocks of a chunk, for reading only. */
  constructor(
    { registry, dimension }: { registry: Registry; dimension: DimensionName },
    blocksOf: (chunkX: number, chunkZ: number) => Column,
  ) {
    const { minY, height } = boundsOf(registry, dimension)
    this.#registry = registry
    this.#minY = minY
    this.#height = height
    this.#hasSky = DIMENSIONS[dimension].hasSky
    this.#traits = lightTraitsOf(registry)
    this.#spread = new LightSpread(this.#traits, { minY, height }, this.#hasSky)
    this.#blocksOf = blocksOf
  }

  /** Light level at a place from the sky at noon (0-15). */
  sky(x: number, y: number, z: number): number {
    return y >= this.#minY + this.#height ? FULL : this.#level(SKY, x, y, z)
  }

  /** Light level at a place from blocks (0-15). */
  block(x: number, y: number, z: number): number {
    return y >= this.#minY + this.#height ? 0 : this.#level(BLOCK, x, y, z)
  }

  #level(kind: LightKind, x: number, y: number, z: number): number {
    if (y < this.#minY) return 0
    return this.#complete(x >> 4, z >> 4).level(kind, this.#placeIn(x, y, z))
  }

  /** Writes the light of a chunk into its column. */
  writeTo(column: Column, chunkX: number, chunkZ: number): void {
    const { light } = this.#complete(chunkX, chunkZ)
    packLight(column as LitColumn, light, this.#minY, this.#hasSky)
  }

  /** Notes which object has the present blocks of a chunk. */
  follow(chunkX: number, chunkZ: number, blocks: Column): void {
    const known = this.#columns.get(chunkX, chunkZ)
    if (known) known.blocks = blocks
  }

  /** Notes that a block changed. */
  blockChanged(x: number, y: number, z: number, before: number, after: number): void {
    const { effect, shine } = this.#traits
    if (effect[before] === effect[after] && shine[before] === shine[after]) return
    this.#pending.push({ column: this.#column(x >> 4, z >> 4), at: this.#placeIn(x, y, z) })
  }

  /** The chunks whose light changed through changes of blocks since the last call. */
  takeChanged(): Iterable<{ readonly chunkX: number; readonly chunkZ: number }> {
    this.#settle()
    const changed = this.#changed
    if (changed.size > 0) this.#changed = new Set()
    return changed
  }

  /** Forgets the light around which no chunk is loaded. */
  forget(isLoaded: (chunkX: number, chunkZ: number) => boolean): void {
    for (const column of [...this.#columns.values()]) {
      const { chunkX, chunkZ } = column
      const around = AROUND.map(([dx, dz]) => [chunkX + dx, chunkZ + dz] as const)
      if (around.some(([x, z]) => isLoaded(x, z))) continue
      this.#columns.delete(chunkX, chunkZ)
      column.beside.forEach((beside) => {
        const back = beside?.beside.indexOf(column) ?? -1
        if (beside && back >= 0) beside.beside[back] = undefined
      })
      for (const [x, z] of around) {
        const neighbour = this.#columns.get(x, z)
        if (neighbour) neighbour.isComplete = false
      }
    }
  }

  /** The column of a chunk with all light that reaches it. */
  #complete(chunkX: number, chunkZ: number): LightColumn {
    this.#settle()
    const known = this.#columns.get(chunkX, chunkZ)
    if (known?.isComplete) return known
    for (const [dx, dz] of AROUND) {
      const column = this.#column(chunkX + dx, chunkZ + dz)
      if (dx < 1 && !column.beside[EAST])
        this.#spread.join(column, this.#column(chunkX + dx + 1, chunkZ + dz), EAST)
      if (dz < 1 && !column.beside[SOUTH])
        this.#spread.join(column, this.#column(chunkX + dx, chunkZ + dz + 1), SOUTH)
    }
    const column = this.#column(chunkX, chunkZ)
    column.isComplete = true
    return column
  }

  #column(chunkX: number, chunkZ: number): LightColumn {
    const known = this.#columns.get(chunkX, chunkZ)
    if (known) return known
    const blocks = this.#blocksOf(chunkX, chunkZ)
    const column = new LightColumn({
      ...{ chunkX, chunkZ, blocks, height: this.#height },
      light: blocks.ownLight ?? this.#ownLight(blocks),
      open: this.#hasSky ? OPEN_SKY : 0,
    })
    this.#columns.set(chunkX, chunkZ, column)
    return column
  }

  /** Updates the light after all changes. */
  #settle(): void {
    if (this.#pending.length === 0) return
    const pending = this.#pending
    this.#pending = []
    for (const column of this.#spread.update(pending)) this.#changed.add(column)
  }

  /** The light of a column that did not come from a generator. */
  #ownLight(column: Column): ColumnLight {
    const buffer = new ColumnBuffer(this.#minY, this.#height)
    const filled = column.sections.findLastIndex((section) => section && !section.isEmpty())
    const top = (filled + 1) * SECTION_HEIGHT
    for (let at = 0; at < top * LAYER; at++)
      buffer.states[at] = column.getBlockStateId({
        x: at & 15,
        y: (at >> 8) + this.#minY,
        z: (at >> 4) & 15,
      })
    const flood = new LightFlood(this.#registry, this.#height, this.#hasSky)
    return flood.flood(buffer, this.#minY + top - 1)
  }

  #placeIn(x: number, y: number, z: number): number {
    return ((y - this.#minY) << 8) | ((z & 15) << 4) | (x & 15)
  }
}

/** Offsets to a chunk and its eight neighbours. */
const AROUND = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dz) => [dx, dz] as const))
