import type { Bot } from 'mineflayer'
import { BOT } from './bot.ts'
import { ClientWorld } from './client-world.ts'

/** The connection of a player to a server. */
export class Client {
  readonly [BOT]: Bot
  readonly world: ClientWorld

  constructor(bot: Bot) {
    this[BOT] = bot
    this.world = new ClientWorld(bot)
  }

  leave(): void {
    this[BOT].end('done')
  }
}
