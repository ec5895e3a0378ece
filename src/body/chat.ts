import type { Bot } from 'mineflayer'
import { plainText } from '#wire/plain-text'
import { listen, type Unsubscribe } from './listen.ts'

/** The game's limit on a line of chat (characters). */
export const MAX_CHAT_LENGTH = 256

/** Why a line cannot be sent. */
export type ChatRefusal = 'empty' | 'command'

/** The chat, as the player reads and writes it. */
export class Chat {
  readonly #bot: Bot

  constructor(bot: Bot) {
    this.#bot = bot
  }

  /**
   * Sends one line, at most {@link MAX_CHAT_LENGTH} characters long. A line that begins with a slash is a command, which the
   * agent never sends.
   * @returns why the line was not sent; null if it was.
   */
  say(text: string): ChatRefusal | null {
    const line = plainText(text, MAX_CHAT_LENGTH)
    if (line === '') return 'empty'
    if (line.startsWith('/')) return 'command'
    this.#bot.chat(line)
    return null
  }

  /** Calls a handler with each line of chat, as plain text: `<Steve> hello`, `Steve joined the game`. */
  onLine(handler: (text: string) => void): Unsubscribe {
    return listen(this.#bot, 'messagestr', (text, position) => {
      // The game shows these above the hotbar, and some servers send them in every tick.
      if (position === 'game_info') return
      const line = plainText(text, MAX_CHAT_LENGTH)
      if (line !== '') handler(line)
    })
  }
}
