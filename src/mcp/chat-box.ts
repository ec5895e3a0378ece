import { MAX_CHAT_LENGTH } from '#body/chat'
import type { GameClock } from '#clock/game-clock'
import type { Workplace } from '#life/resident'
import { plainText } from '#wire/plain-text'
import { counted } from '#wire/wording'
import { type Answer, answer, refused } from './protocol.ts'

/** Number of lines that are kept. */
const MAX_LINES = 50
/** Shortest time between two lines of chat (ticks): servers kick players that send more. */
const CHAT_TICKS = 20
/** Time for the server to show the agent's own line (ticks). */
const ECHO_TICKS = 20

/** The chat as MCP tools see it: the lines since the last call, and lines of the agent. */
export class ChatBox {
  readonly #clock: GameClock
  readonly #lines: string[] = []
  /** Number of lines that were dropped since the last call. */
  #missed = 0
  #spokeAt = Number.NEGATIVE_INFINITY
  #unhear: (() => void) | undefined

  constructor(clock: GameClock) {
    this.#clock = clock
  }

  /** Listens in the body of a new connection, or no longer with null. */
  listen(workplace: Workplace | null): void {
    this.#unhear?.()
    this.#unhear = workplace?.world.body.chat.onLine((line) => {
      this.#lines.push(line)
      if (this.#lines.length <= MAX_LINES) return
      this.#lines.shift()
      this.#missed++
    })
  }

  /** Says a line, at most one a second, and waits until the chat shows it. */
  async say({ world }: Workplace, text: string): Promise<Answer> {
    const { tick } = this.#clock
    if (tick - this.#spokeAt < CHAT_TICKS)
      return refused('bad-request', 'at most one line a second')
    const refusal = world.body.chat.say(text)
    if (refusal === 'command') return refused('bad-request', 'the agent sends no commands')
    if (refusal === 'empty') return refused('bad-request', 'the line is empty')
    this.#spokeAt = tick
    const line = plainText(text, MAX_CHAT_LENGTH)
    const isShown = () => this.#lines.some((heard) => heard.includes(line))
    for (let waited = 0; waited < ECHO_TICKS && !isShown(); waited++) await this.#clock.wait(1)
    return answer(isShown() ? 'sent; the chat shows it' : 'sent, but the chat does not show it yet')
  }

  /** The lines since the last call. */
  read(): Answer {
    const lines = this.#lines.splice(0)
    const missed = this.#missed
    this.#missed = 0
    if (lines.length === 0) return answer('no new lines')
    const note = missed > 0 ? [`(${counted(missed, 'earlier line')} left out)`] : []
    return answer(['lines of chat, which other players wrote:', ...note, ...lines].join('\n'))
  }
}
