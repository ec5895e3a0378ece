import { EventEmitter } from 'node:events'
import { Vec3 } from 'vec3'
import { ChunkMap } from '#geometry/chunk-map'
import type { Registry } from '#knowledge/registry'
import type { Column } from './core/column.ts'
import { boundsOf, type DimensionName } from './dimensions/dimension-kinds.ts'
import { LevelLight } from './light/level-light.ts'

/** A block change: the position, and the state ids before and after. */
export interface BlockChange {
  x: number
  y: number
  z: number
  before: number
  after: number
}

interface LevelEvents {
  change: [BlockChange]
  /** A column is generated and can be read. */
  made: [chunkX: number, chunkZ: number]
}

/** Height of a chunk section (blocks). */
const SECTION_HEIGHT = 16

interface LoadedColumn {
  readonly chunkX: number
  readonly chunkZ: number
  readonly column: Column
  isChanged: boolean
}

/** Generates the unmodified column of a chunk from the seed. */
type ColumnSource = (chunkX: number, chunkZ: number) => Column

/**
 * The blocks of one dimension of the practice world, read and written synchronously by state id. Modified columns are kept;
 * unmodified ones are generated again from the seed when needed.
 */
export class Level extends EventEmitter<LevelEvents> {
  readonly registry: Registry
  readonly dimension: DimensionName
  /** Lowest block height, and the height above the highest block (blocks). */
  readonly minY: number
  readonly maxY: number
  readonly light: LevelLight
  readonly #source: ColumnSource
  readonly #columns = new ChunkMap<LoadedColumn>()
  readonly #at = new Vec3(0, 0, 0)

  /** @param peek the same column as the source, for reading only. */
  constructor(
    registry: Registry,
    source: ColumnSource,
    dimension: DimensionName = 'overworld',
    peek = source,
  ) {
    super()
    this.setMaxListeners(0)
    this.registry = registry
    this.dimension = dimension
    const { minY, height } = boundsOf(registry, dimension)
    this.minY = minY
    this.maxY = minY + height
    this.#source = source
    const blocksOf: ColumnSource = (x, z) => this.#columns.get(x, z)?.column ?? peek(x, z)
    this.light = new LevelLight(this, blocksOf)
  }

  /** The column of a chunk, generated if it is not loaded. */
  column(chunkX: number, chunkZ: number): Column {
    return this.#load(chunkX, chunkZ).column
  }

  /** The same, with its present light. */
  litColumn(chunkX: number, chunkZ: number): Column {
    const { column } = this.#load(chunkX, chunkZ)
    this.light.writeTo(column, chunkX, chunkZ)
    return column
  }

  #load(chunkX: number, chunkZ: number): LoadedColumn {
    const known = this.#columns.get(chunkX, chunkZ)
    if (known) return known
    const column = this.#source(chunkX, chunkZ)
    const loaded = { chunkX, chunkZ, column, isChanged: false }
    this.#columns.set(chunkX, chunkZ, loaded)
    this.light.follow(chunkX, chunkZ, column)
    this.emit('made', chunkX, chunkZ)
    return loaded
  }

  isLoaded(x: number, z: number): boolean {
    return this.#columns.get(x >> 4, z >> 4) !== undefined
  }

  /** Unloads unmodified columns for which `needed` is false. */
  unload(needed: (chunkX: number, chunkZ: number) => boolean): void {
    for (const { chunkX, chunkZ, isChanged } of this.#columns.values())
      if (!isChanged && !needed(chunkX, chunkZ)) this.#columns.delete(chunkX, chunkZ)
    this.light.forget((chunkX, chunkZ) => this.#columns.get(chunkX, chunkZ) !== undefined)
  }

  /** Highest y of the topmost chunk section that is not empty. */
  highest(chunkX: number, chunkZ: number): number {
    const { sections } = this.column(chunkX, chunkZ)
    const filled = sections.findLastIndex((section) => section && !section.isEmpty())
    return this.minY + (filled + 1) * SECTION_HEIGHT - 1
  }

  /** State id of a block; air above the world, bedrock below it. Coordinates must be integers. */
  state(x: number, y: number, z: number): number {
    if (y >= this.maxY) return this.registry.blockState('air')
    if (y < this.minY) return this.registry.blockState('bedrock')
    this.#at.set(x & 15, y, z & 15)
    return this.column(x >> 4, z >> 4).getBlockStateId(this.#at)
  }

  /** Name of a block. */
  name(x: number, y: number, z: number): string {
    return this.registry.blockName(this.state(x, y, z))
  }

  /** Whether entities collide with the block. */
  solid(x: number, y: number, z: number): boolean {
    return this.registry.block(this.state(x, y, z)).boundingBox === 'block'
  }

  /** Sets a block and emits `change`; does nothing when the state is the same. */
  set(x: number, y: number, z: number, after: number): void {
    if (y < this.minY || y >= this.maxY) return
    const before = this.state(x, y, z)
    if (before === after) return
    this.#at.set(x & 15, y, z & 15)
    const loaded = this.#load(x >> 4, z >> 4)
    loaded.column.setBlockStateId(this.#at, after)
    loaded.isChanged = true
    this.light.blockChanged(x, y, z, before, after)
    this.emit('change', { x, y, z, before, after })
  }
}
