import type { EventEmitter } from 'node:events'
import type { Registry } from '#knowledge/registry'

const HANDS: readonly unknown[] = ['main_hand', 'off_hand']

/** Decides whether a packet passes. */
export type PacketFilter = (packet: string, fields: object) => boolean

/** The client of a player as the world uses it: minecraft-protocol's, or one inside this process. It emits packets. */
export interface GameClient extends EventEmitter {
  readonly username: string
  readonly uuid: string
  /** Round-trip time of the last keep-alive (ms). */
  readonly latency: number
  /** What carries the packets, if anything does. */
  readonly socket?: { destroy(): unknown }
  write(packet: string, fields: object): void
  end(reason: string): void
}

/** One client that logged in: what it is called, and packets to and from it. */
export class Connection {
  /** Id of the player's entity. */
  readonly id: number
  readonly name: string
  readonly uuid: string
  readonly client: GameClient
  /** Facts of the version that the client speaks. */
  readonly registry: Registry
  readonly #incoming: PacketFilter[] = []
  readonly #outgoing: PacketFilter[] = []
  /** The last packet that the filters judged: several handlers receive the same one. */
  #judged: { readonly fields: object; readonly passes: boolean } | undefined
  /** Packets that wait until the server continues; undefined while it runs. */
  #waiting: (() => void)[] | undefined
  /** Ends of the handlers that {@link collect} collects. */
  #scope: (() => void)[] | undefined

  constructor(registry: Registry, id: number, client: GameClient) {
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
    if (this.#outgoing.every((passes) => passes(packet, fields))) this.client.write(packet, fields)
  }

  receive<T extends object>(packet: string, handle: (fields: T) => void): void {
    let isOver = false
    const listener = (fields: T & { hand?: unknown }) => {
      const work = () => {
        if (isOver || !this.#admits(packet, fields)) return
        // Since 26.1 minecraft-protocol names the hands.
        const hand = HANDS.indexOf(fields?.hand)
        handle(hand < 0 ? fields : { ...fields, hand })
      }
      if (this.#waiting) this.#waiting.push(work)
      else work()
    }
    this.client.on(packet, listener)
    this.#scope?.push(() => {
      isOver = true
      this.client.off(packet, listener)
    })
  }

  /**
   * Collects the handlers that `work` registers.
   * @returns removes them.
   */
  collect(work: () => void): () => void {
    const ends: (() => void)[] = []
    this.#scope = ends
    work()
    this.#scope = undefined
    return () => {
      for (const end of ends) end()
    }
  }

  /** Drops packets of the client for which a filter returns false. It sees each packet that the rules receive once. */
  filterIncoming(passes: PacketFilter): void {
    this.#incoming.push(passes)
  }

  /** Drops packets to the client for which a filter returns false. */
  filterOutgoing(passes: PacketFilter): void {
    this.#outgoing.push(passes)
  }

  /** Lets the client's packets wait until {@link release}. */
  hold(): void {
    this.#waiting ??= []
  }

  /** Handles the packets that wait, in their order. */
  release(): void {
    const waiting = this.#waiting ?? []
    this.#waiting = undefined
    for (const work of waiting) work()
  }

  #admits(packet: string, fields: object): boolean {
    if (this.#incoming.length === 0) return true
    if (this.#judged?.fields !== fields) {
      const passes = this.#incoming.every((filter) => filter(packet, fields))
      this.#judged = { fields, passes }
    }
    return this.#judged.passes
  }

  /** Ends the connection with a reason, which the client shows. */
  kick(reason: string): void {
    this.client.end(reason)
  }
}
