import type { Vec3 } from 'vec3'

/** A block that the agent knows of. */
export interface KnownBlock {
  readonly position: Vec3
  /** Kind, by its flattened name. */
  readonly kind: string
  readonly state: number
}

/** An entity (animal, monster, player, dropped item) that the agent knows of. */
export interface KnownEntity {
  readonly id: number
  /** Name in minecraft-data: `cow`, `zombie`, `item`, ... */
  readonly kind: string
  readonly position: Vec3
  /** Game tick at which it was last seen. */
  readonly seenAt: number
  /** Whether it is in sight now. */
  readonly visible: boolean
}

export interface Query {
  /** Farthest distance from `from` (blocks). */
  maxDistance?: number
  /** Most results wanted. */
  limit?: number
  accept?: (block: KnownBlock) => boolean
}

/**
 * What the agent knows of the world: the only place where skills, planner and selector look things
 * up. Results are sorted by distance.
 */
export interface WorldMemory {
  blocks(kinds: Iterable<string>, from: Vec3, query?: Query): KnownBlock[]
  /** Kind of the block at a place, undefined when the agent does not know. */
  kindAt(position: Vec3): string | undefined
  entities(kinds: Iterable<string>, from: Vec3, maxDistance?: number): KnownEntity[]
  /** Whether anything in a chunk has been looked at, for exploring without circles. */
  visited(chunkX: number, chunkZ: number): boolean
}

/** How the agent may come to know things. */
export type PerceptionMode = 'seen' | 'loaded'
