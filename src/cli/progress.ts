import type { WriteStream } from 'node:tty'
import { refusalLine, refusalOf } from '#body/refusal'
import { TICK_MS } from '#clock/game-clock'
import type { EventOf, TrialEvent } from '#events/events'
import { pauseTitle, skillTitle, taskTitle } from '#events/titles'
import { isBuiltIn } from '#events/worlds'
import type { Goal } from '#goal/goal'
import { isInfrastructure } from '#trial/result'
import { itemAmount, itemAmounts } from '#wire/item-words'
import { plainText } from '#wire/plain-text'
import { LiveLines } from './live-lines.ts'
import { isReported, LongWait } from './long-wait.ts'

/** Shortest time between two redraws without news (ms). */
const REDRAW_MS = 100

/** Longest line of news (characters). */
const LINE_LENGTH = 400

/** Number of item kinds in the inventory line. */
const NAMED_KINDS = 8

/** Shows the progress of a trial from its events: live lines on a terminal, and one line for each important event. */
export class Progress {
  readonly #stream: NodeJS.WriteStream
  readonly #live: LiveLines | null
  readonly #milestones: string[] = []
  #title = ''
  #goal = 'joining the world'
  #vitals: EventOf<'vitals'> | null = null
  #drawnAt = Number.NEGATIVE_INFINITY
  #last: TrialEvent | null = null
  /** The purpose of the running call to the language model, and for how long it has run (s); null for none. */
  #asking: { readonly purpose: string; readonly seconds: number } | null = null
  readonly #wait = new LongWait((seconds) => this.#onSecond(seconds))

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream
    this.#live = stream.isTTY ? new LiveLines(stream as WriteStream) : null
  }

  onEvent(event: TrialEvent): void {
    this.#follow(event)
    const news = newsOf(event)
    const line = news && plainText(news, LINE_LENGTH)
    if (line) this.#say(`${String(event.t).padStart(6)}  ${line}`)
    if (this.#live && (line || event.wall - this.#drawnAt >= REDRAW_MS)) {
      this.#drawnAt = event.wall
      this.#live.show(this.#picture(event))
    }
  }

  /** @param purpose of a call to the language model that begins; null when it has ended. */
  onAsk(purpose: string | null): void {
    this.#asking = purpose === null ? null : { purpose: plainText(purpose), seconds: 0 }
    if (purpose === null) this.#wait.end()
    else this.#wait.begin()
  }

  #onSecond(seconds: number): void {
    if (!this.#asking) return
    this.#asking = { ...this.#asking, seconds }
    if (this.#live && this.#last) this.#live.show(this.#picture(this.#last))
    else if (isReported(seconds))
      this.#say(
        `${String(this.#last?.t ?? 0).padStart(6)}  waiting for the model: ${this.#asked()}`,
      )
  }

  #asked(): string {
    return this.#asking ? `${this.#asking.purpose}, ${this.#asking.seconds} s` : '-'
  }

  /** Removes the live lines from the terminal. */
  end(): void {
    this.#wait.end()
    this.#live?.clear()
  }

  #follow(event: TrialEvent): void {
    this.#last = event
    if (event.type === 'trial-start') this.#title = plainText(titleOf(event), LINE_LENGTH)
    if (event.type === 'goal-chosen') this.#goal = goalWords(event.goal)
    if (event.type === 'skill-start' && !event.goal) this.#goal = skillTitle(event.skill)
    if (event.type === 'vitals') this.#vitals = event
    if (event.type === 'milestone') this.#milestones.push(`${event.name} ${event.t}`)
  }

  #say(line: string): void {
    this.#live?.clear()
    this.#stream.write(`${line}\n`)
  }

  #picture({ t, wall }: TrialEvent): string[] {
    const gameSeconds = (t * TICK_MS) / 1000
    const speed = wall > 0 ? (gameSeconds * 1000) / wall : 0
    return [
      this.#title,
      `time       tick ${t} (${Math.floor(gameSeconds / 60)} min ${Math.floor(gameSeconds % 60)} s in the game, ${speed.toFixed(0)} times real time)`,
      `goal       ${this.#goal}`,
      ...(this.#asking ? [`model      ${this.#asked()}`] : []),
      `state      ${this.#vitals ? stateText(this.#vitals) : '-'}`,
      `inventory  ${this.#vitals ? inventoryText(this.#vitals.inventory) : '-'}`,
      `reached    ${this.#milestones.join(', ') || '-'}`,
    ]
  }
}

/** The line for an important event; null for other events. */
function newsOf(event: TrialEvent): string | null {
  switch (event.type) {
    case 'trial-start':
      return titleOf(event)
    case 'join':
      return joinText(event)
    case 'goal-chosen':
      return `goal: ${goalWords(event.goal)}`
    case 'skill-end':
      // An interrupted skill has not failed.
      return event.failure && event.failure.kind !== 'interrupted'
        ? `failed: ${event.goal ? goalWords(event.goal) : skillTitle(event.skill)}, ${skillTitle(event.failure.kind)} (${event.failure.detail})`
        : null
    case 'milestone':
      return `reached: ${event.name}`
    case 'death':
      return `died: ${event.cause}`
    case 'disconnect':
      // The command reports a connection that is lost for good.
      return event.retryTicks === null ? null : `connection lost: ${lostBecause(event.reason)}`
    case 'reconnect':
      return 'back in the world'
    case 'unreadable-chunk':
      return `the agent cannot read some chunks: ${event.reason}`
    case 'login-queue':
      return 'the server shows an empty world: the agent waits in its queue'
    case 'llm-pause':
      return pauseTitle(event)
    case 'game-mode':
      return `game mode: ${event.mode}${event.mode === 'survival' ? '' : '; the agent waits for survival'}`
    case 'false-ores':
      return 'the server sends false ores (anti-x-ray): the agent continues as with --perception seen'
    case 'trial-end':
      // The command reports failures of the infrastructure on standard error.
      return isInfrastructure(event.end) ? null : `end: ${event.detail.split('\n')[0]}`
    default:
      return null
  }
}

function titleOf({ settings }: EventOf<'trial-start'>): string {
  const { task, seed, world, version, difficulty, perception, hands, host, port, strategy, llm } =
    settings
  const place = isBuiltIn(world) ? `${world} world` : `${host}:${port}`
  const where = [place, version, difficulty].filter((part) => part !== null).join(' ')
  return [
    taskTitle(task),
    // The world of an existing server does not depend on the seed.
    ...(isBuiltIn(world) ? [`seed ${seed}`] : []),
    where,
    `perception ${perception}`,
    ...(hands ? [`hands ${hands}`] : []),
    strategy,
    ...(llm ? [llm.model] : []),
  ].join(', ')
}

/** `mine 6 logs` */
function goalWords({ skill, target }: Goal): string {
  return `${skillTitle(skill)} ${itemAmounts(target)}`
}

/** A world without bodies has neither a difficulty nor positions. */
function joinText({ version, difficulty, position }: EventOf<'join'>): string {
  if (difficulty === null) return `joined Minecraft ${version}`
  return `joined Minecraft ${version}, ${difficulty}, at ${place(position)}`
}

function stateText({ health, food, position }: EventOf<'vitals'>): string {
  return `health ${Math.round(health)}, food ${Math.round(food)}, at ${place(position)}`
}

function inventoryText(inventory: Record<string, number>): string {
  const kinds = Object.entries(inventory).sort(([, a], [, b]) => b - a)
  const named = kinds.slice(0, NAMED_KINDS).map(([kind, count]) => itemAmount(kind, count))
  const rest = kinds.length - named.length
  return named.join(', ') + (rest > 0 ? ` and ${rest} more` : '') || 'empty'
}

function place({ x, y, z }: { x: number; y: number; z: number }): string {
  return [x, y, z].map(Math.floor).join(' ')
}

/** The reason of a lost connection, with what to do where that is known. */
function lostBecause(reason: string): string {
  const line = reason.split('\n')[0] ?? ''
  return refusalOf(reason) === null ? line : refusalLine(line)
}
