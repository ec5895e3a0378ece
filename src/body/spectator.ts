import type { Bot } from 'mineflayer'
import type { Vec3 } from 'vec3'
import { BOT } from './bot.ts'
import type { Client } from './client.ts'
import type { ClientEntity, ClientWorld } from './client-world.ts'
import { listen, type Unsubscribe } from './listen.ts'

/** Longest name of a player that the game allows (characters); a server may send longer ones. */
const NAME_LENGTH = 16

/**
 * All that people may see of the world around a body, whether the agent knows it or not. For those
 * who watch: nothing of it may find its way into what the agent does.
 */
export class Spectator {
  readonly world: ClientWorld
  readonly #bot: Bot

  constructor({ [BOT]: bot, world }: Client) {
    this.#bot = bot
    this.world = world
  }

  /** What a stack on the ground is, or what a player is called; undefined for others. */
  labelOf({ id, name, username }: ClientEntity): string | undefined {
    return name === 'item' ? this.world.droppedItem(id)?.name : username?.slice(0, NAME_LENGTH)
  }

  /** Whether a block that stops a body is at a place. */
  isSolid(place: Vec3): boolean {
    return this.#bot.blockAt(place, false)?.boundingBox === 'block'
  }

  /** Calls back with every line of chat, in plain text. */
  onChat(handler: (text: string) => void): Unsubscribe {
    return listen(this.#bot, 'messagestr', (text) => handler(text))
  }
}
