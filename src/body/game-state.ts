import type { Bot } from 'mineflayer'
import type { Difficulty } from '../knowledge/difficulty.ts'

/** The game that a body is in, as the server tells of it. */
export class GameState {
  readonly #bot: Bot

  constructor(bot: Bot) {
    this.#bot = bot
  }

  get version(): string {
    return this.#bot.version
  }

  /** `survival`, `creative`, ... */
  get mode(): string {
    return this.#bot.game.gameMode
  }

  /** Null until the server has told it. */
  get difficulty(): Difficulty | null {
    return this.#bot.game.difficulty ?? null
  }

  /** Ticks since sunrise, of 24,000. */
  get timeOfDay(): number {
    return this.#bot.time?.timeOfDay ?? 0
  }
}
