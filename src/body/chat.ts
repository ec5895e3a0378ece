import type { Bot } from 'mineflayer'
import { plainText } from '#wire/plain-text'
import { listen, type Unsubscribe } from './listen.ts'

/** The game's limit on a line of chat (characters). */
export const MAX_CHAT_LENGTH = 256

/** Why a line cannot be sent. */
export type ChatRefusal = 'empty' | 'command'

/** A line that a player wrote. */
export interface Spoken {
  /** Name of the player, by the server's word. */
  readonly speaker: string
  readonly text: string
  /** Whether only the agent hears it. */
  readonly isWhisper: boolean
}

/** Messages of the game that carry a player's line, and whether only the receiver hears it. */
const SPOKEN: ReadonlyMap<string, boolean> = new Map([
  ['chat.type.text', false],
  ['commands.message.display.incoming', true],
])
interface Message {
  readonly translate?: string
  readonly with?: readonly unknown[]
}
type Received = [text: string, position: string, message: Message, sender?: string | null]
const NO_SENDER = /^[0-]*$/
/** How servers write the line of a player if they do not name it otherwise. */
const WRITTEN = /^<(\w{1,16})> (.+)$/s

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

  /**
   * Calls a handler with each line that a player wrote. The server names the speaker: by its id, or as an argument of the
   * game's own message. Text that only looks like `<Steve> hello` does not count.
   * @param readsLines whether such text counts where the server names no speaker. A server whose commands write any text
   * to the chat lets players pass for others then.
   */
  onSpoken(handler: (spoken: Spoken) => void, readsLines = false): Unsubscribe {
    return listen(this.#bot, 'messagestr', (...args) => {
      // mineflayer's types lack the id of the sender.
      const received = args as unknown as Received
      const spoken =
        this.#spokenIn(received) ?? (readsLines ? this.#writtenIn(received) : undefined)
      if (spoken && spoken.speaker !== this.#bot.username && spoken.text !== '') handler(spoken)
    })
  }

  /** Calls a handler with the name in each line that looks like `<Steve> hello` where the server names no speaker. */
  onUnnamed(handler: (name: string) => void): Unsubscribe {
    return listen(this.#bot, 'messagestr', (...args) => {
      const written = this.#writtenIn(args as unknown as Received)
      if (written && written.speaker !== this.#bot.username) handler(written.speaker)
    })
  }

  /** Calls a handler with the game's message that the server does not deliver what the player says. */
  onMuted(handler: (reason: string) => void): Unsubscribe {
    return listen(this.#bot, 'messagestr', (...args) => {
      const [text, , { translate }] = args as unknown as Received
      if (translate?.startsWith('chat.disabled.')) handler(plainText(text, MAX_CHAT_LENGTH))
    })
  }

  /** A line whose speaker the server names. */
  #spokenIn([, , { translate, with: parts }, sender]: Received): Spoken | undefined {
    const isWhisper = SPOKEN.get(translate ?? '')
    const byId = sender && !NO_SENDER.test(sender) ? this.#nameOf(sender) : undefined
    if (!parts || (isWhisper === undefined && byId === undefined)) return undefined
    const speaker = byId ?? this.#known(String(parts[0]))
    const text = plainText(String(parts.at(-1)), MAX_CHAT_LENGTH)
    return speaker === undefined ? undefined : { speaker, text, isWhisper: isWhisper ?? false }
  }

  /** A line of text with the speaker's name before it. */
  #writtenIn([line, position, { translate }, sender]: Received): Spoken | undefined {
    const isNamed = translate !== undefined || (sender && !NO_SENDER.test(sender))
    if (isNamed || position === 'game_info') return undefined
    // Such servers may list no players either.
    const [, speaker, text = ''] = WRITTEN.exec(line) ?? []
    if (speaker === undefined) return undefined
    return { speaker, text: plainText(text, MAX_CHAT_LENGTH), isWhisper: false }
  }

  /** Names of the players in the world, the agent not included. */
  get players(): string[] {
    return Object.keys(this.#bot.players).filter((name) => name !== this.#bot.username)
  }

  #nameOf(id: string): string | undefined {
    return Object.values(this.#bot.players).find(({ uuid }) => uuid === id)?.username
  }

  #known(name: string): string | undefined {
    // Names are untrusted: `constructor` is one.
    return Object.hasOwn(this.#bot.players, name) ? this.#bot.players[name]?.username : undefined
  }
}
