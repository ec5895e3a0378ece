/**
 * Version of the recording's format. It rises when a field changes its meaning, is removed, or when its absence gets
 * a meaning. The page reads all versions: in version 1, the agent stands in every pose.
 */
export const RECORDING_VERSION = 2

export interface RecordingPosition {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** The first line of a recording. */
export interface RecordingHeader {
  /** Version of the format. */
  readonly recording: number
  /** Minecraft version of the server, such as `1.16.5`. */
  readonly version: string
  /** The world's lowest y, and its height (blocks). */
  readonly minY: number
  readonly height: number
  /** The agent's name. */
  readonly username: string
  /** Present when the agent sees only the field of view around the direction of its head, as a player at a screen does. */
  readonly seesAhead?: true
}

/** A chunk as prismarine-viewer's mesher reads it. */
export interface ChunkMessage {
  readonly name: 'chunk'
  /** Block coordinates of the chunk's corner. */
  readonly x: number
  readonly z: number
  /** JSON from prismarine-chunk's `toJson`, without light and block entities. */
  readonly chunk: string
}

export interface ChunkGoneMessage {
  readonly name: 'chunk-gone'
  readonly x: number
  readonly z: number
}

export interface BlockMessage {
  readonly name: 'block'
  readonly x: number
  readonly y: number
  readonly z: number
  readonly state: number
}

/** An entity other than the agent, when it appears or moves. */
export interface EntityMessage {
  readonly name: 'entity'
  readonly id: number
  /** `cow`, `zombie`, `player`, `item`, ...; only in an entity's first message. */
  readonly kind?: string
  /** The item of an `item` entity, or the name of a player. */
  readonly label?: string
  readonly width?: number
  readonly height?: number
  readonly pos: RecordingPosition
  /** Radians, as mineflayer has them. */
  readonly yaw: number
}

export interface EntityGoneMessage {
  readonly name: 'entity-gone'
  readonly id: number
}

/** How a player holds its body. A player crawls where it has no room to stand. */
export type BodyPose = 'stand' | 'sneak' | 'crawl' | 'swim' | 'sleep'

/** The agent's position, direction and pose, when they change. */
export interface PoseMessage {
  readonly name: 'pose'
  /** Absent when the agent stands. */
  readonly pose?: BodyPose
  readonly pos: RecordingPosition
  /** Radians, as mineflayer has them. */
  readonly yaw: number
  readonly pitch: number
}

/** The agent's health, food, air and inventory, when one of them changes. */
export interface BodyMessage {
  readonly name: 'body'
  readonly health: number
  readonly food: number
  readonly oxygen: number
  /** Filled slots: index in the player's window, item, count. */
  readonly slots: readonly (readonly [slot: number, item: string, count: number])[]
  /** Slot of the held item. */
  readonly hand: number
  /** Remaining uses of a held tool; absent for other items and in older recordings. */
  readonly uses?: number
}

/** The agent's path, when it changes; empty when the agent follows none. */
export interface PathMessage {
  readonly name: 'path'
  readonly cells: readonly (readonly [x: number, y: number, z: number])[]
}

/** The agent's target: the block it digs, the entity it attacks, or nothing. */
export interface MarkMessage {
  readonly name: 'mark'
  readonly block: RecordingPosition | null
  /** Duration of the dig (ticks), from the line's own tick; absent when the block is not being dug. */
  readonly dig?: number
  readonly entity: number | null
}

/** Blocks of a section that the agent has come to know since the section's last message. */
export interface KnownMessage {
  readonly name: 'known'
  /** Corner of the section of 16 x 16 x 16 blocks. */
  readonly x: number
  readonly y: number
  readonly z: number
  /** Alternate lengths of runs of other and of new blocks, with x varying fastest, then z, then y. */
  readonly runs: readonly number[]
}

/** Time of day (0 to 23,999) and weather, at intervals. */
export interface SkyMessage {
  readonly name: 'sky'
  readonly time: number
  readonly rain: boolean
}

/** A chat message, which is untrusted text. */
export interface ChatMessage {
  readonly name: 'chat'
  readonly text: string
}

/** The agent has reconnected: all earlier chunks, entities and known blocks are gone. */
export interface ResetMessage {
  readonly name: 'reset'
}

export type ViewMessage =
  | ChunkMessage
  | ChunkGoneMessage
  | BlockMessage
  | EntityMessage
  | EntityGoneMessage
  | PoseMessage
  | BodyMessage
  | PathMessage
  | MarkMessage
  | KnownMessage
  | SkyMessage
  | ChatMessage
  | ResetMessage

/** Every line after the first: a message with its tick in the trial. */
export type RecordingLine = ViewMessage & { readonly t: number }
