import type { ServerClient } from 'minecraft-protocol'
import type { Registry } from '#knowledge/registry'

const HANDS: readonly unknown[] = ['main_hand', 'off_hand']

/** One client that logged in: what it is called, and packets to and from it. */
export class Connection {
  /** Id of the player's entity. */
  readonly id: number
  readonly name: string
  readonly uuid: string
  readonly client: ServerClient
  /** Facts of the version that the client speaks. */
  readonly registry: Registry

  constructor(registry: Registry, id: number, client: ServerClient) {
    this.registry = registry
    this.id = id
    this.client = client
    this.name = client.username
    this.uuid = client.uuid
  }

  /** Round-trip time of the last keep-alive (ms). */
  get latency(): number {
    return this.client.latency
  }

  send(packet: string, fields: object): void {
    this.client.write(packet, fields)
  }

  receive<T extends object>(packet: string, handle: (fields: T) => void): void {
    this.client.on(packet, (fields: T & { hand?: unknown }) => {
      // Since 26.1 minecraft-protocol names the hands.
      const hand = HANDS.indexOf(fields?.hand)
      handle(hand < 0 ? fields : { ...fields, hand })
    })
  }

  /** Ends the connection with a reason, which the client shows. */
  kick(reason: string): void {
    this.client.end(reason)
  }
}
