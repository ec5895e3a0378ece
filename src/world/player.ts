import { Vec3 } from 'vec3'
import {
  CRAWLING_EYE_HEIGHT,
  CRAWLING_HEIGHT,
  EYE_HEIGHT,
  PLAYER_HEIGHT,
  SNEAKING_EYE_HEIGHT,
} from '#knowledge/player-size'
import type { SquidPlayer } from './squid.ts'
import type { Vitals } from './vitals.ts'
import type { Inventory } from './windows/inventory.ts'

/** A direction in degrees: yaw 0 to the south, 90 to the west; pitch 90 straight down. */
export interface Look {
  yaw: number
  pitch: number
}

/** A connected player, as the rules see it. */
export class Player {
  readonly squid: SquidPlayer
  readonly inventory: Inventory
  readonly vitals: Vitals
  /** Whether the player stands on a block, by the server's collision check rather than the client's claim. */
  onGround = true
  sneaking = false
  sprinting = false
  /** Whether the player is in the crawling pose, which the game forces where there is no room to stand. */
  crawling = false
  /** The last knockback velocity that the player's movement has not used up yet (blocks a tick). */
  knockback: Vec3 | undefined

  #look: Look | undefined

  /** @param vitalsOf creates the vitals of this player. */
  constructor(squid: SquidPlayer, inventory: Inventory, vitalsOf: (player: Player) => Vitals) {
    this.squid = squid
    this.inventory = inventory
    this.vitals = vitalsOf(this)
  }

  get id(): number {
    return this.squid.id
  }

  get name(): string {
    return this.squid.username
  }

  /** Position of the feet, as the client reports it. */
  get position(): Vec3 {
    return this.squid.position
  }

  get eye(): Vec3 {
    const upright = this.sneaking ? SNEAKING_EYE_HEIGHT : EYE_HEIGHT
    return this.position.offset(0, this.crawling ? CRAWLING_EYE_HEIGHT : upright, 0)
  }

  /** Height of the hitbox (blocks). */
  get height(): number {
    return this.crawling ? CRAWLING_HEIGHT : PLAYER_HEIGHT
  }

  /**
   * Rotation of the player, as precise as its packets. Before the first packet it comes from flying-squid, which
   * rounds it to 256ths of a turn.
   */
  get look(): Look {
    const { yaw, pitch } = this.squid
    return this.#look ?? { yaw: (yaw * 360) / 256, pitch: (pitch * 360) / 256 }
  }

  /** Sets the rotation from a packet; ignores values that are not finite. */
  turn({ yaw, pitch }: Look): void {
    if (Number.isFinite(yaw) && Number.isFinite(pitch)) this.#look = { yaw, pitch }
  }

  /** Look direction, as a unit vector. */
  get gaze(): Vec3 {
    const { yaw, pitch } = this.look
    const y = (yaw * Math.PI) / 180
    const p = (pitch * Math.PI) / 180
    return new Vec3(-Math.sin(y) * Math.cos(p), -Math.sin(p), Math.cos(y) * Math.cos(p))
  }

  /** Sends a packet to this player. */
  send(packet: string, fields: object): void {
    this.squid._client.write(packet, fields)
  }

  /** Handles one type of packet from this player. */
  receive<T extends object>(packet: string, handle: (fields: T) => void): void {
    this.squid._client.on(packet, handle)
  }

  /** Whether the column of a block has been sent to this player. */
  knowsColumn(x: number, z: number): boolean {
    return this.squid.loadedChunks?.[`${x >> 4},${z >> 4}`] !== undefined
  }
}
