import { EventEmitter } from 'node:events'
import type { ChatComponent } from './core/chat-component.ts'
import type { Player } from './player.ts'

interface PlayerEvents {
  /** A player has joined the world and can act. */
  join: [Player]
  leave: [Player]
  /** A player died; its inventory is still complete. The message names the cause. */
  death: [Player, message: ChatComponent]
  respawn: [Player]
  /** A player said something to everybody. */
  chat: [Player, text: string]
}

/** The players in a world in the order in which they joined, and their events. */
export class Players extends EventEmitter<PlayerEvents> implements Iterable<Player> {
  readonly #present = new Set<Player>()

  constructor() {
    super()
    this.setMaxListeners(0)
  }

  get size(): number {
    return this.#present.size
  }

  has(player: Player): boolean {
    return this.#present.has(player)
  }

  [Symbol.iterator](): Iterator<Player> {
    return this.#present.values()
  }

  /** Adds a player once its client has what it needs to act. */
  add(player: Player): void {
    this.#present.add(player)
    this.emit('join', player)
  }

  /** Removes a player who left; does nothing for others. */
  remove(player: Player): void {
    if (this.#present.delete(player)) this.emit('leave', player)
  }
}
