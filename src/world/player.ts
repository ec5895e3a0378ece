import { Vec3 } from 'vec3'
import type { Pose, PoseSize } from '#knowledge/player-size'
import type { ColumnStream } from './core/column-stream.ts'
import type { Connection } from './core/connection.ts'
import type { GameMode } from './core/game-mode.ts'
import type { Vitals } from './vitals.ts'
import type { Inventory } from './windows/inventory.ts'

/** A direction in degrees: yaw 0 to the south, 90 to the west; pitch 90 straight down. */
export interface Look {
  yaw: number
  pitch: number
}

/** A connected player, as the rules see it. */
export class Player {
  readonly connection: Connection
  readonly columns: ColumnStream
  readonly inventory: Inventory
  readonly vitals: Vitals
  /** Position of the feet, as the client reports it. */
  position: Vec3
  gameMode: GameMode = 'survival'
  /** Whether the player stands on a block, by the server's collision check rather than the client's claim. */
  onGround = true
  sneaking = false
  sprinting = false
  burning = false
  /** The pose, which follows the keys where there is room for it. */
  pose: Pose = 'standing'
  /** The last knockback velocity that the player's movement has not used up yet (blocks a tick). */
  knockback: Vec3 | undefined

  /** Id of the last teleport; a player joins at 1. */
  lastTeleport = 1

  /** Rotation, as precise as the player's packets. */
  look: Look = { yaw: 0, pitch: 0 }

  /** Sends the open window with all its slots. */
  resendWindow: () => void = () => {}

  readonly #sizes: Readonly<Record<Pose, PoseSize>>
  #judge: (to: Vec3) => boolean = () => true

  /**
   * @param sizes sizes of the poses.
   * @param vitalsOf creates the vitals of this player.
   */
  constructor(needs: {
    connection: Connection
    columns: ColumnStream
    position: Vec3
    inventory: Inventory
    sizes: Readonly<Record<Pose, PoseSize>>
    vitalsOf: (player: Player) => Vitals
  }) {
    this.connection = needs.connection
    this.columns = needs.columns
    this.position = needs.position
    this.inventory = needs.inventory
    this.#sizes = needs.sizes
    this.vitals = needs.vitalsOf(this)
  }

  get id(): number {
    return this.connection.id
  }

  get name(): string {
    return this.connection.name
  }

  /** Round-trip time of the last keep-alive (ms). */
  get latency(): number {
    return this.connection.latency
  }

  get uuid(): string {
    return this.connection.uuid
  }

  /** Whether the player may break and place blocks. */
  get mayBuild(): boolean {
    return this.gameMode === 'survival' || this.gameMode === 'creative'
  }

  /** Whether nothing but the void damages the player. */
  get invulnerable(): boolean {
    return this.gameMode === 'creative' || this.gameMode === 'spectator'
  }

  /** Whether the player crawls, or swims under water. */
  get crawling(): boolean {
    return this.pose === 'crawling'
  }

  get eye(): Vec3 {
    return this.position.offset(0, this.#sizes[this.pose].eyeHeight, 0)
  }

  /** Height of the hitbox (blocks). */
  get height(): number {
    return this.#sizes[this.pose].height
  }

  /** Sets the rotation from a packet; ignores values that are not finite. */
  turn({ yaw, pitch }: Look): void {
    if (Number.isFinite(yaw) && Number.isFinite(pitch)) this.look = { yaw, pitch }
  }

  /** Look direction, as a unit vector. */
  get gaze(): Vec3 {
    const { yaw, pitch } = this.look
    const y = (yaw * Math.PI) / 180
    const p = (pitch * Math.PI) / 180
    return new Vec3(-Math.sin(y) * Math.cos(p), -Math.sin(p), Math.cos(y) * Math.cos(p))
  }

  /** Sets what decides about the movements that the client reports. */
  judgeMoves(judge: (to: Vec3) => boolean): void {
    this.#judge = judge
  }

  /** Whether the player may move to a position. */
  allowsMove(to: Vec3): boolean {
    return this.#judge(to)
  }

  /** Sends a packet to this player. */
  send(packet: string, fields: object): void {
    this.connection.send(packet, fields)
  }

  /** Handles one type of packet from this player. */
  receive<T extends object>(packet: string, handle: (fields: T) => void): void {
    this.connection.receive(packet, handle)
  }

  /** Ends the player's connection with a reason. */
  kick(reason: string): void {
    this.connection.kick(reason)
  }

  /** Whether the column of a block has been sent to this player. */
  knowsColumn(x: number, z: number): boolean {
    return this.columns.knows(x >> 4, z >> 4)
  }
}
