import type { Bot } from 'mineflayer'
import type { Vec3 } from 'vec3'
import { BOT } from './bot.ts'
import type { Client } from './client.ts'
import type { ClientEntity, ClientWorld } from './client-world.ts'
import { listen, type Unsubscribe } from './listen.ts'

/** The game's limit on player names (characters). A server may send longer ones. */
const NAME_LENGTH = 16

/**
 * Everything around the agent that recordings show, known to the agent or not. The agent's decisions must not depend on it.
 */
export class Spectator {
  readonly world: ClientWorld
  readonly #bot: Bot

  constructor({ [BOT]: bot, world }: Client) {
    this.#bot = bot
    this.world = world
  }

  /** The item of an item entity, or the name of a player; undefined for others. */
  labelOf({ id, name, username }: ClientEntity): string | undefined {
    return name === 'item' ? this.world.droppedItem(id)?.name : username?.slice(0, NAME_LENGTH)
  }

  /** Whether the block at a place stops a player. */
  isSolid(place: Vec3): boolean {
    return this.#bot.blockAt(place, false)?.boundingBox === 'block'
  }

  /** Calls a handler with each line of chat, as plain text. */
  onChat(handler: (text: string) => void): Unsubscribe {
    return listen(this.#bot, 'messagestr', (text) => handler(text))
  }
}
