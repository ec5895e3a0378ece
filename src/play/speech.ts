import type { Body } from '#body/body'
import { MAX_CHAT_LENGTH } from '#body/chat'
import type { GameClock } from '#clock/game-clock'
import { plainText } from '#wire/plain-text'

/** Shortest time between two lines of chat (ticks): servers kick players that send more. */
const CHAT_TICKS = 20
/** Limit on the lines that wait. */
const MAX_WAITING = 8

/** Says lines in the chat, at most one a second. The oldest ones are dropped when too many wait. */
export class Speech {
  readonly #clock: GameClock
  readonly #lines: string[] = []
  #spokeAt = Number.NEGATIVE_INFINITY

  constructor(clock: GameClock) {
    this.#clock = clock
  }

  /** Says a text soon, in several lines where it is long. */
  say(text: string): void {
    const words = plainText(text, 2 * MAX_CHAT_LENGTH).split(' ')
    let line = ''
    for (const word of words) {
      if (line !== '' && line.length + word.length + 1 > MAX_CHAT_LENGTH) {
        this.#lines.push(line)
        line = ''
      }
      line = line === '' ? word : `${line} ${word}`
    }
    // A slash at the beginning would be a command.
    this.#lines.push(line.replace(/^\/+/, ''))
    while (this.#lines.length > MAX_WAITING) this.#lines.shift()
  }

  /** Says the next line if it is time. Call this in each tick. */
  tick({ chat }: Pick<Body, 'chat'>): void {
    if (this.#lines.length === 0 || this.#clock.tick - this.#spokeAt < CHAT_TICKS) return
    chat.say(this.#lines.shift() ?? '')
    this.#spokeAt = this.#clock.tick
  }
}
