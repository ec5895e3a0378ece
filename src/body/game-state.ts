import type { Bot } from 'mineflayer'
import type { Vec3 } from 'vec3'
import { DAY_TICKS, isThunderstorm } from '#knowledge/daylight'
import type { Difficulty } from '#knowledge/difficulty'

/** Heights of every world before 1.17, where the server does not send them (blocks). */
const MIN_Y = 0
const HEIGHT = 256

/** Ticks from sunrise to noon. */
const NOON = 6000

/** The state of the game, as sent by the server. */
export class GameState {
  readonly #bot: Bot

  constructor(bot: Bot) {
    this.#bot = bot
  }

  get version(): string {
    return this.#bot.version
  }

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

  /** The world in which the player is: a server can have several of one dimension. */
  get world(): string {
    return this.#bot.game.world ?? this.#bot.game.dimension
  }

  /** Null until the server sends it. */
  get difficulty(): Difficulty | null {
    return this.#bot.game.difficulty ?? null
  }

  /** Where new players start; null until the server sends it. */
  get spawnPoint(): Vec3 | null {
    // mineflayer's type is wrong: the point is undefined at first.
    const point = this.#bot.spawnPoint as Vec3 | undefined
    return point ?? null
  }

  /** Ticks since sunrise, of 24,000. Outside of the overworld, where the sun does not rise and beds explode, it is noon. */
  get timeOfDay(): number {
    if (this.dimension !== 'overworld') return NOON
    return (this.#bot.time?.timeOfDay ?? 0) % DAY_TICKS
  }

  get raining(): boolean {
    return this.#bot.isRaining
  }

  /** Whether there is a thunderstorm, in which monsters spawn by day. */
  get thundering(): boolean {
    return isThunderstorm(this.#bot.rainState, this.#bot.thunderState)
  }

  /** Lowest y of the world and its height (blocks). */
  get heights(): { minY: number; height: number } {
    const { minY = MIN_Y, height = HEIGHT } = this.#bot.game
    return { minY, height }
  }
}
