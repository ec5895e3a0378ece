import type { Bot } from 'mineflayer'
import { BOT } from './bot.ts'
import { ClientWorld } from './client-world.ts'
import { Corrections } from './corrections.ts'

/** The connection of a player to a server. */
export class Client {
  readonly [BOT]: Bot
  readonly world: ClientWorld
  readonly corrections: Corrections

  /** Whether the player was dead when it joined: it died while no client was connected. */
  readonly joinedDead: boolean

  constructor(bot: Bot, joinedDead = false) {
    this[BOT] = bot
    this.joinedDead = joinedDead
    this.world = new ClientWorld(bot)
    this.corrections = new Corrections(bot)
  }

  leave(): void {
    this[BOT].end('done')
  }
}
