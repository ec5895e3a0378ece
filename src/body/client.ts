import type { Bot } from 'mineflayer'
import { ClientWorld } from './client-world.ts'

/** A connection by which a player stands in a server's world. */
export class Client {
  /** For `src/body` alone. */
  readonly bot: Bot
  /** What was sent of the world. */
  readonly world: ClientWorld

  constructor(bot: Bot) {
    this.bot = bot
    this.world = new ClientWorld(bot)
  }

  /** Leaves the server. */
  leave(): void {
    this.bot.end('done')
  }
}
