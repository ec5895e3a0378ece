import { EventEmitter } from 'node:events'
import type { Player } from './player.ts'

interface PlayerEvents {
  /** A player has joined the world and can act. */
  join: [Player]
  leave: [Player]
  /** A player died; its inventory is still complete. */
  death: [Player]
  respawn: [Player]
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

  /** Adds a player once flying-squid has sent it the surrounding chunks. */
  admit(player: Player): void {
    player.squid.once('spawned', () => {
      this.#present.add(player)
      this.emit('join', player)
    })
    player.squid.once('disconnected', () => {
      if (this.#present.delete(player)) this.emit('leave', player)
    })
  }
}
