import type { Vec3 } from 'vec3'
import type { BlockTable } from '#knowledge/block-traits'
import type { BlockMemory } from './block-memory.ts'
import { BlockSearch } from './block-search.ts'
import type { EntityMemory } from './entity-memory.ts'
import type { KnownBlock, KnownEntity, Query, WorldMemory } from './world-memory.ts'

/** The agent's memory of blocks and entities. */
export class ExploredWorld implements WorldMemory {
  readonly #traits: BlockTable
  readonly #memory: BlockMemory
  readonly #search: BlockSearch
  #entities: EntityMemory

  constructor(traits: BlockTable, memory: BlockMemory, entities: EntityMemory) {
    this.#traits = traits
    this.#memory = memory
    this.#search = new BlockSearch(memory, traits)
    this.#entities = entities
  }

  /** Replaces the memory of entities. */
  knowEntities(entities: EntityMemory): void {
    this.#entities = entities
  }

  blocks(kinds: Iterable<string>, from: Vec3, query?: Query): KnownBlock[] {
    return this.#search.find(kinds, from, query)
  }

  kindAt(position: Vec3): string | undefined {
    const at = position.floored()
    const code = this.#memory.code(at.x, at.y, at.z)
    return code === 0 ? undefined : this.#traits.traits(code - 1).name
  }

  entities(kinds: Iterable<string>, from: Vec3, maxDistance = Infinity): KnownEntity[] {
    const wanted = new Set(kinds)
    return [...this.#entities.all()]
      .filter(({ kind, position }) => wanted.has(kind) && position.distanceTo(from) <= maxDistance)
      .sort((a, b) => a.position.distanceTo(from) - b.position.distanceTo(from))
  }

  entity(id: number): KnownEntity | undefined {
    return this.#entities.get(id)
  }

  isGone(id: number): boolean {
    return this.#entities.isGone(id)
  }

  visited(chunkX: number, chunkZ: number): boolean {
    return this.#memory.hasChunk(chunkX, chunkZ)
  }

  get visitedChunks(): number {
    return this.#memory.chunks
  }
}
