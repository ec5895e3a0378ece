/** Version of the recording's format; it rises when a field changes its meaning or goes away. */
export const RECORDING_VERSION = 1

export interface RecordingPosition {
  readonly x: number
  readonly y: number
  readonly z: number
}

/** The first line. */
export interface RecordingHeader {
  readonly recording: typeof RECORDING_VERSION
  /** Minecraft version of the server, such as `1.16.5`. */
  readonly version: string
  /** Lowest y of the world and its height (blocks). */
  readonly minY: number
  readonly height: number
  /** The agent's name. */
  readonly username: string
}

/** A chunk as prismarine-viewer's mesher reads it. */
export interface ChunkMessage {
  readonly name: 'chunk'
  /** Block coordinates of the chunk's corner. */
  readonly x: number
  readonly z: number
  /** What prismarine-chunk's `toJson` gives, without light and block entities. */
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

/** Another entity than the agent, when it comes into sight or changes its place. */
export interface EntityMessage {
  readonly name: 'entity'
  readonly id: number
  /** `cow`, `zombie`, `player`, `item`, ...; only with the first message of an entity. */
  readonly kind?: string
  /** For an `item`: what lies there. For a player: the name. */
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

/** The agent itself: where it stands and looks, whenever that changes. */
export interface PoseMessage {
  readonly name: 'pose'
  readonly pos: RecordingPosition
  /** Radians, as mineflayer has them. */
  readonly yaw: number
  readonly pitch: number
}

/** What the agent's bars and pockets show, whenever one of them changes. */
export interface BodyMessage {
  readonly name: 'body'
  readonly health: number
  readonly food: number
  readonly oxygen: number
  /** Filled slots alone: index in the player's window, item, count. */
  readonly slots: readonly (readonly [slot: number, item: string, count: number])[]
  /** Slot of the hand. */
  readonly hand: number
}

/** The way that the agent walks, whenever it takes another; empty when it stands. */
export interface PathMessage {
  readonly name: 'path'
  readonly cells: readonly (readonly [x: number, y: number, z: number])[]
}

/** What the agent works at: the block it digs, the entity it hunts, or nothing. */
export interface MarkMessage {
  readonly name: 'mark'
  readonly block: RecordingPosition | null
  /** Ticks that digging the block takes, from the line's own tick on; left out where it is not dug. */
  readonly dig?: number
  readonly entity: number | null
}

/** Time of day (0 to 23,999) and whether it rains, now and then. */
export interface SkyMessage {
  readonly name: 'sky'
  readonly time: number
  readonly rain: boolean
}

/** A line of chat; untrusted text. */
export interface ChatMessage {
  readonly name: 'chat'
  readonly text: string
}

/** A new life of the connection: all chunks and entities before it are gone. */
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
  | SkyMessage
  | ChatMessage
  | ResetMessage

/** Every line but the first: a message with the trial's tick at which it was true. */
export type RecordingLine = ViewMessage & { readonly t: number }
