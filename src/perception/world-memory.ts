import type { Vec3 } from 'vec3'

/** A block that the agent knows. */
export interface KnownBlock {
  readonly position: Vec3
  /** Flattened name of its kind. */
  readonly kind: string
  readonly state: number
}

/** An entity (animal, monster, player, item entity) that the agent knows. */
export interface KnownEntity {
  readonly id: number
  /** Name in minecraft-data: `cow`, `zombie`, `item`, ... */
  readonly kind: string
  /** Its position when the agent last saw it. */
  readonly position: Vec3
  /** Height of its hitbox (blocks). */
  readonly height: number
  /** Distance within which the game draws it (blocks). */
  readonly drawnWithin: number
  /** Kind of an item entity; undefined for others, and until the server sends it. */
  readonly item: string | undefined
  /** Name of a player, as its name tag shows it; undefined for others. */
  readonly username: string | undefined
  /** Whether it is a young animal, which drops nothing. */
  readonly young: boolean
  /** Whether it is an animal that belongs to a player, who named, tamed, saddled or tied it. */
  readonly owned: boolean
  /** Game tick at which the agent last saw it. */
  readonly seenAt: number
  /** Whether it is in sight. */
  readonly visible: boolean
}

export interface Query {
  /** Limit on the distance from `from` (blocks). */
  maxDistance?: number
  /** Limit on the number of results. */
  limit?: number
  accept?: (block: KnownBlock) => boolean
}

/**
 * The agent's knowledge of the world. Skills, planner and selector read the world only here. Results are sorted by distance.
 */
export interface WorldMemory {
  blocks(kinds: Iterable<string>, from: Vec3, query?: Query): KnownBlock[]
  /** Kind of the block at a position; undefined if the agent does not know it. */
  kindAt(position: Vec3): string | undefined
  entities(kinds: Iterable<string>, from: Vec3, maxDistance?: number): KnownEntity[]
  /**
   * One entity by id, at its current position while it is in sight, and otherwise where the agent last saw it. Undefined if
   * the agent does not know it.
   */
  entity(id: number): KnownEntity | undefined
  /**
   * Whether the agent knows that an entity no longer exists: it was picked up, or disappeared in sight. Losing an entity from
   * sight does not count.
   */
  isGone(id: number): boolean
  /** Whether the agent has seen any block of a chunk, for exploring without circles. */
  visited(chunkX: number, chunkZ: number): boolean
  /** Number of visited chunks. */
  readonly visitedChunks: number
}
