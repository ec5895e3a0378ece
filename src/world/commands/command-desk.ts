import type { Registry } from '#knowledge/registry'
import type { Player } from '../player.ts'
import { answerComponent } from './answers.ts'
import { CommandError, CommandWords } from './command-words.ts'
import { COMMANDS, type CommandWorld } from './commands.ts'

/** Entity status that tells a client its operator level, from level 0 on. */
const OPERATOR_LEVEL_0 = 24
const FULL_LEVEL = 4

/** The world as the desk sees it. Commands act in the dimension of the player who gives them. */
interface DeskWorld extends Omit<CommandWorld, 'level' | 'editor'> {
  readonly registry: Registry
  around(player: Player): Pick<CommandWorld, 'level' | 'editor'>
}

/** Carries out the commands of players, and completes them. */
export class CommandDesk {
  readonly #world: DeskWorld
  readonly #operators: ReadonlySet<string>
  /** Up to 1.12 commands that a player may not use have an answer of their own. */
  readonly #hasOldAnswers: boolean

  /** @param operators names of the players who may use restricted commands. */
  constructor(world: DeskWorld, operators: Iterable<string>) {
    this.#world = world
    this.#operators = new Set([...operators].map((name) => name.toLowerCase()))
    this.#hasOldAnswers = !world.registry.flattened
    world.players.on('join', (player) => {
      if (this.#isOperator(player))
        player.send('entity_status', {
          entityId: player.id,
          entityStatus: OPERATOR_LEVEL_0 + FULL_LEVEL,
        })
      player.receive<{ text?: unknown; transactionId?: unknown }>('tab_complete', (packet) =>
        this.#complete(player, packet),
      )
    })
  }

  /** @param text a command without its slash. */
  run(speaker: Player, text: string): void {
    const [, name = '', rest = ''] = /^(\S*)\s*(.*)$/.exec(text) ?? []
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (!command || (command.restricted && !this.#isOperator(speaker))) {
      this.#refuse(speaker, name, command !== undefined)
      return
    }
    const { registry, players } = this.#world
    const words = new CommandWords({ text: rest, speaker, players, registry })
    try {
      const answer = command.run(words, speaker, {
        ...this.#world,
        ...this.#world.around(speaker),
      })
      if (answer === '') return
      this.#world.tell(
        speaker,
        typeof answer === 'string' ? { text: answer } : answerComponent(registry, answer),
      )
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      this.#world.tell(speaker, { text: error.message, color: 'red' })
    }
  }

  #isOperator({ name }: Player): boolean {
    return this.#operators.has(name.toLowerCase())
  }

  /** Since 1.13 a player cannot tell a command that it may not use from one that does not exist. */
  #refuse(speaker: Player, name: string, exists: boolean): void {
    const tell = (text: string) => this.#world.tell(speaker, { text, color: 'red' })
    if (!this.#hasOldAnswers) {
      tell('Unknown or incomplete command, see below for error')
      tell(`${name}<--[HERE]`)
    } else if (exists) tell('You do not have permission to use this command')
    else tell('Unknown command. Try /help for a list of commands')
  }

  #complete(player: Player, packet: { text?: unknown; transactionId?: unknown }): void {
    const text = typeof packet.text === 'string' ? packet.text.slice(0, MAX_TEXT) : ''
    const start = Math.max(text.lastIndexOf(' ') + 1, text.startsWith('/') ? 1 : 0)
    const begun = text.slice(start).toLowerCase()
    const allowed = Object.entries(COMMANDS).filter(
      ([, { restricted }]) => !restricted || this.#isOperator(player),
    )
    const [, command] = /^\/(\S+) \S*$/.exec(text) ?? []
    const choices = allowed.find(([name]) => name === command)?.[1].choices
    const names = [...this.#world.players].map(({ name }) => name)
    const isName = !text.includes(' ') && text.startsWith('/')
    const candidates = isName ? allowed.map(([name]) => name) : (choices ?? names)
    const matches = candidates.filter((name) => name.toLowerCase().startsWith(begun))
    const slash = isName ? '/' : ''
    player.send(
      'tab_complete',
      this.#hasOldAnswers
        ? { matches: matches.map((match) => slash + match) }
        : {
            transactionId: Number(packet.transactionId) || 0,
            start,
            length: begun.length,
            matches: matches.map((match) => ({ match })),
          },
    )
  }
}

/** Limit on the text of a command (characters). */
const MAX_TEXT = 256
