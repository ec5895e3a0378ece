import type { Bot } from 'mineflayer'
import { DAY_TICKS } from '#knowledge/daylight'
import type { Difficulty } from '#knowledge/difficulty'

/** Height of the world where the server does not tell: before 1.17 it was the same everywhere. */
const MIN_Y = 0
const HEIGHT = 256

/** The game that a body is in, as the server tells of it. */
export class GameState {
  readonly #bot: Bot

  constructor(bot: Bot) {
    this.#bot = bot
  }

  get version(): string {
    return this.#bot.version
  }

  /** Name of the player. */
  get username(): string {
    return this.#bot.username
  }

  /** `survival`, `creative`, ... */
  get mode(): string {
    return this.#bot.game.gameMode
  }

  /** `overworld`, `the_nether`, ... */
  get dimension(): string {
    return this.#bot.game.dimension
  }

  /** Null until the server has told it. */
  get difficulty(): Difficulty | null {
    return this.#bot.game.difficulty ?? null
  }

  /** Ticks since sunrise, of 24,000. */
  get timeOfDay(): number {
    return (this.#bot.time?.timeOfDay ?? 0) % DAY_TICKS
  }

  get raining(): boolean {
    return this.#bot.isRaining
  }

  /** Lowest height and number of heights of the world (blocks). */
  get heights(): { minY: number; height: number } {
    const { minY = MIN_Y, height = HEIGHT } = this.#bot.game
    return { minY, height }
  }
}
