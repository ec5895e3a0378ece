import type { Vec3 } from 'vec3'
import type { Registry } from '../knowledge/registry.ts'
import type { BlockMemory } from './block-memory.ts'
import { BlockSearch, type KindCount } from './block-search.ts'
import type { BlockTraits } from './block-traits.ts'
import type { EntityMemory } from './entity-memory.ts'
import type { KnownBlock, KnownEntity, Query, WorldMemory } from './world-memory.ts'

export interface ChunkPlace {
  readonly chunkX: number
  readonly chunkZ: number
}

/** Looks up biomes in loaded columns. */
export type BiomeSource = (x: number, y: number, z: number) => string | undefined

/** How far above the surface the biome of a place is asked for (blocks). */
const BIOME_HEIGHT = 1

/** The world as far as the agent knows it. */
export class ExploredWorld implements WorldMemory {
  readonly #registry: Registry
  readonly #traits: BlockTraits
  readonly #memory: BlockMemory
  readonly #search: BlockSearch
  readonly #entities: EntityMemory
  readonly #biomes: BiomeSource

  constructor(
    registry: Registry,
    traits: BlockTraits,
    memory: BlockMemory,
    entities: EntityMemory,
    biomes: BiomeSource,
  ) {
    this.#registry = registry
    this.#traits = traits
    this.#memory = memory
    this.#search = new BlockSearch(memory, traits)
    this.#entities = entities
    this.#biomes = biomes
  }

  /** Every kind of block that the version has, but air. */
  get kindNames(): readonly string[] {
    return this.#traits.kindNames.slice(1)
  }

  blocks(kinds: Iterable<string>, from: Vec3, query?: Query): KnownBlock[] {
    return this.#search.find(kinds, from, query)
  }

  /** Counts known blocks of kinds within a distance (blocks); nearest kind first. */
  census(kinds: Iterable<string>, from: Vec3, maxDistance: number): Map<string, KindCount> {
    return this.#search.census(kinds, from, maxDistance)
  }

  kindAt(position: Vec3): string | undefined {
    const at = position.floored()
    const cell = this.#memory.cell(at.x, at.y, at.z)
    return cell === 0 ? undefined : this.#registry.blockName(cell - 1)
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

  /** All known entities within a distance (blocks), nearest first. */
  allEntities(from: Vec3, maxDistance: number): KnownEntity[] {
    return this.entities(
      [...this.#entities.all()].map(({ kind }) => kind),
      from,
      maxDistance,
    )
  }

  visited(chunkX: number, chunkZ: number): boolean {
    return this.#memory.hasChunk(chunkX, chunkZ)
  }

  /** Chunks that border on known ones, but of which nothing is known; nearest first. */
  frontier(from: Vec3, limit = 32): ChunkPlace[] {
    const border = new Map<string, ChunkPlace>()
    for (const { chunkX, chunkZ } of this.#memory.chunks()) {
      for (const [dx, dz] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const) {
        const next = { chunkX: chunkX + dx, chunkZ: chunkZ + dz }
        if (!this.visited(next.chunkX, next.chunkZ))
          border.set(`${next.chunkX},${next.chunkZ}`, next)
      }
    }
    const distance = ({ chunkX, chunkZ }: ChunkPlace) =>
      Math.hypot(chunkX * 16 + 8 - from.x, chunkZ * 16 + 8 - from.z)
    return [...border.values()].sort((a, b) => distance(a) - distance(b)).slice(0, limit)
  }

  /**
   * Height of the highest known block at a place that could carry a body, leaves left out; undefined
   * when none is known.
   */
  surfaceAt(x: number, z: number): number | undefined {
    const place = ((z & 15) << 4) | (x & 15)
    for (const { cells, sectionY } of this.#memory.sectionsDown(x >> 4, z >> 4))
      for (let y = 15; y >= 0; y--)
        if (this.#traits.ground[cells[(y << 8) | place] ?? 0]) return sectionY * 16 + y
    return undefined
  }

  /** Biome at the known surface of a place; undefined when it is not known, or not loaded now. */
  biomeAt(x: number, z: number): string | undefined {
    const surface = this.surfaceAt(x, z)
    return surface === undefined ? undefined : this.#biomes(x, surface + BIOME_HEIGHT, z)
  }
}
