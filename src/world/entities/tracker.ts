import type { Vec3 } from 'vec3'
import type { Game } from '../game.ts'

/** One entry of an entity's metadata as the protocol of the version has it. */
export interface MetadataEntry {
  key: number
  type: number | string
  value: unknown
}

/** An entity that is not a player, as clients are told of it. */
export interface TrackedEntity {
  readonly id: number
  readonly uuid: string
  /** Name in minecraft-data's entities, such as `item` or `zombie`. */
  readonly type: string
  position: Vec3
  /** Blocks a tick. */
  velocity: Vec3
  /** Degrees. */
  yaw: number
  pitch: number
  onGround: boolean
  metadata: MetadataEntry[]
}

/** Tells players of the entities near them, in the packets of their version. */
export interface EntityTracker {
  spawn(entity: TrackedEntity): void
  /** Position, rotation or velocity changed; sent at most once a tick. */
  moved(entity: TrackedEntity): void
  metadataChanged(entity: TrackedEntity): void
  /** Entity status packet: 2 hurt, 3 death, ... */
  status(entity: TrackedEntity | { id: number }, code: number): void
  remove(entity: TrackedEntity): void
}

export function createTracker(_game: Game): EntityTracker {
  return { spawn() {}, moved() {}, metadataChanged() {}, status() {}, remove() {} }
}
