import type { Bot } from 'mineflayer'
import { BOT } from './bot.ts'
import { ClientWorld } from './client-world.ts'

/** A connection by which a player stands in a server's world. */
export class Client {
  /** For `src/body` alone. */
  readonly [BOT]: Bot
  /** What was sent of the world. */
  readonly world: ClientWorld

  constructor(bot: Bot) {
    this[BOT] = bot
    this.world = new ClientWorld(bot)
  }

  /** Leaves the server. */
  leave(): void {
    this[BOT].end('done')
  }
}
