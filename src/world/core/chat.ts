import type { Registry } from '#knowledge/registry'
import { plainText } from '#wire/plain-text'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import { type ChatComponent, encodedComponent } from './chat-component.ts'

/** Maximum length of a chat message, as in the game. */
const MAX_LENGTH = 256
/** Positions of the chat packet up to 1.18. */
const PLAYER_CHAT = 0
const SYSTEM_CHAT = 1
const NO_SENDER = '00000000-0000-0000-0000-000000000000'

/** Carries out a command without its slash, and answers the player. */
export type CommandHandler = (player: Player, command: string) => void

/** Passes on what players say, and tells them what happens. */
export class Chat {
  readonly #registry: Registry
  readonly #players: Players
  readonly #separate: boolean
  readonly #typed: boolean

  constructor(registry: Registry, players: Players, runCommand: CommandHandler) {
    this.#registry = registry
    this.#players = players
    this.#separate = registry.data.supportFeature('signedChat')
    // 1.19 alone numbers the types of system messages.
    this.#typed = registry.data.version['==']('1.19')
    players.on('join', (player) => {
      const hear = (text: unknown) => {
        const said = spoken(text)
        if (said.startsWith('/')) runCommand(player, said.slice(1))
        else if (said !== '') this.#say(player, said)
      }
      player.receive<{ message?: unknown }>('chat', ({ message }) => hear(message))
      player.receive<{ message?: unknown }>('chat_message', ({ message }) => hear(message))
      for (const packet of ['chat_command', 'chat_command_signed'])
        player.receive<{ command?: unknown }>(packet, ({ command }) =>
          runCommand(player, spoken(command)),
        )
      this.broadcast({
        translate: 'multiplayer.player.joined',
        color: 'yellow',
        with: [{ text: player.name, insertion: player.name }],
      })
    })
    players.on('leave', (player) =>
      this.broadcast({
        translate: 'multiplayer.player.left',
        color: 'yellow',
        with: [{ text: player.name }],
      }),
    )
  }

  /** Sends a message of the server to every player. */
  broadcast(message: ChatComponent): void {
    for (const player of this.#players) this.tell(player, message)
  }

  /** Sends a message of the server to one player. */
  tell(player: Player, message: ChatComponent): void {
    this.#send(player, message, SYSTEM_CHAT, NO_SENDER)
  }

  #say(speaker: Player, text: string): void {
    this.#players.emit('chat', speaker, text)
    const message = {
      translate: 'chat.type.text',
      with: [{ text: speaker.name }, { text }],
    }
    for (const player of this.#players) this.#send(player, message, PLAYER_CHAT, speaker.uuid)
  }

  #send(player: Player, message: ChatComponent, position: number, sender: string): void {
    const content = encodedComponent(this.#registry, message)
    if (!this.#separate) player.send('chat', { message: content, position, sender })
    else
      player.send('system_chat', { content, isActionBar: false, ...(this.#typed && { type: 1 }) })
  }
}

/** A player's text on one line, cut to the game's length, without formatting codes. */
function spoken(text: unknown): string {
  return typeof text === 'string' ? plainText(text.replaceAll('§', ''), MAX_LENGTH) : ''
}
