import type { Bot } from 'mineflayer'
import type { Say } from './tape-writer.ts'

/** How often the time of day is told (ticks). */
const TELL_TICKS = 100
const DAY_TICKS = 24_000

/** Records the time of day and the weather. */
export class SkyTape {
  readonly #bot: Bot
  readonly #say: Say
  #rain: boolean | null = null

  constructor(bot: Bot, say: Say) {
    this.#bot = bot
    this.#say = say
  }

  update(ticks: number): void {
    const { time, isRaining: rain } = this.#bot
    if (rain === this.#rain && ticks % TELL_TICKS !== 0) return
    this.#rain = rain
    this.#say({ name: 'sky', time: (time.timeOfDay ?? 0) % DAY_TICKS, rain })
  }
}
