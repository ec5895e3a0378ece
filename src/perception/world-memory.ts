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
  /** Where it was when it was last looked at. */
  readonly position: Vec3
  /** How tall it is (blocks). */
  readonly height: number
  /** Kind of a dropped item; undefined for others, and until the server has told. */
  readonly item: string | undefined
  /** Whether it is an animal that is not grown up, which gives nothing. */
  readonly young: boolean
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
  /**
   * One entity by its id: while it is in sight, where it is at this moment, and otherwise where it was
   * seen last. Undefined when the agent knows of none.
   */
  entity(id: number): KnownEntity | undefined
  /**
   * Whether an entity is known to be no more: picked up, or vanished in plain sight. One that is lost
   * from sight is not.
   */
  isGone(id: number): boolean
  /** Whether anything in a chunk has been looked at, for exploring without circles. */
  visited(chunkX: number, chunkZ: number): boolean
  /** How many chunks have been visited so. */
  readonly visitedChunks: number
}
