import type { Vec3 } from 'vec3'
import type { SquidPlayer } from './squid.ts'
import type { Vitals } from './survival/vitals.ts'
import type { Inventory } from './windows/inventory.ts'

/** Size of a player's body (blocks). */
export const PLAYER_WIDTH = 0.6
export const PLAYER_HEIGHT = 1.8
/** Height of the eyes above the feet, standing and sneaking (blocks). */
const EYE_HEIGHT = 1.62
const SNEAKING_EYE_HEIGHT = 1.27

/** A connected player as the rules see it. */
export class Player {
  readonly squid: SquidPlayer
  declare inventory: Inventory
  declare vitals: Vitals
  /** Whether it stands on something: judged by the blocks below it, not by what its client says. */
  onGround = true
  sneaking = false
  sprinting = false

  constructor(squid: SquidPlayer) {
    this.squid = squid
  }

  get id(): number {
    return this.squid.id
  }

  get name(): string {
    return this.squid.username
  }

  /** Where its feet are; moved by the packets of the client. */
  get position(): Vec3 {
    return this.squid.position
  }

  get eye(): Vec3 {
    return this.position.offset(0, this.sneaking ? SNEAKING_EYE_HEIGHT : EYE_HEIGHT, 0)
  }

  /** Sends one packet to this player. */
  send(packet: string, fields: object): void {
    this.squid._client.write(packet, fields)
  }

  /** Listens to one kind of packet of this player. */
  receive<T extends object>(packet: string, handle: (fields: T) => void): void {
    this.squid._client.on(packet, handle)
  }

  /** Whether the column of a block has been sent to this player. */
  knowsColumn(x: number, z: number): boolean {
    return this.squid.loadedChunks?.[`${x >> 4},${z >> 4}`] !== undefined
  }
}
