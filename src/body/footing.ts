import type { Bot } from 'mineflayer'

/** What a body stands or swims in, as it felt in the last physics tick. */
export class Footing {
  readonly #bot: Bot

  constructor(bot: Bot) {
    this.#bot = bot
  }

  get onGround(): boolean {
    return this.#bot.entity.onGround
  }

  get inWater(): boolean {
    return this.#bot.entity.isInWater === true
  }

  get inLava(): boolean {
    return this.#bot.entity.isInLava === true
  }

  get inLiquid(): boolean {
    return this.inWater || this.inLava
  }
}
