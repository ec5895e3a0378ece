import { agentSettings, type PlayOptions } from '#api/play-options'
import type { GameClock } from '#clock/game-clock'
import type { EventBody } from '#events/events'
import type { AgentSettings, Connection, LifeOutcome } from '#life/port'
import { Resident, type ResidentContext } from '#life/resident'
import type { OrderReply } from '#mcp/order-desk'
import { plainText } from '#wire/plain-text'
import { answerTo } from './answers.ts'
import type { CompanionParts } from './companion-parts.ts'
import { Conversation } from './conversation.ts'
import type { Memory } from './memory.ts'
import { OrderQueue, type QueuedOrder } from './order-queue.ts'
import { OrderWorker } from './order-worker.ts'
import type { AnswerOrder } from './orders.ts'
import { Presence } from './presence.ts'
import { Routine } from './routine.ts'
import { SchematicShelf } from './schematics/shelf.ts'
import { Sightings } from './sightings.ts'

/** The person at the terminal, as one who is asked back. No player has this name. */
const TERMINAL = ' terminal'
/** Limit on the cause of a death (characters). */
const MAX_CAUSE = 80
/** Time for the last words before the agent leaves (ticks). */
const FAREWELL_TICKS = 40

export interface CompanionContext {
  readonly connection: Connection
  readonly settings: AgentSettings
  readonly clock: GameClock
  readonly memory: Memory
  readonly onUncaught: ResidentContext['onUncaught']
  /** Whether a player's chat gives orders; what others say is ignored. */
  obeys(player: string): boolean
  /** Whether lines such as `<Ann> stop` count where the server names no speaker. */
  readonly readsLines?: boolean
  /** Receives what the companion says to a person, for the terminal. */
  onSaid(text: string): void
  /** Receives what players who may give orders say. */
  onHeard?(player: string, text: string): void
  /** The companion ignores lines like `<Ann> stop`, because the server names no speaker. Called at most once. */
  onUnread?(player: string): void
  /** The server does not deliver what the companion says, with the server's reason. Called at most once. */
  onMuted?(reason: string): void
  /** Called when the companion begins to carry out orders, and when it has nothing to do. */
  onBusy?(isBusy: boolean): void
  readonly watchBody?: ResidentContext['watchBody']
  /** What the companion can build; by default, the schematics of the user and of the package. */
  readonly schematics?: SchematicShelf
  /** Receives the events of the stay, for a log. */
  onEvent?(event: EventBody): void
}

/** How a companion plays: as others, but it leaves buildings alone. */
export function companionSettings(options: PlayOptions): AgentSettings {
  return agentSettings({ builds: 'respect', ...options })
}

/** A player that stays in a world and follows the orders of people. */
export class Companion {
  /** How the stay ended. */
  readonly ended: Promise<LifeOutcome>
  readonly #context: CompanionContext
  readonly #parts: CompanionParts
  readonly #presence: Presence
  readonly #worker: OrderWorker
  readonly #routine: Routine
  readonly #conversation: Conversation
  /** What is said while a line is being read. */
  #reply: string[] | null = null

  constructor(context: CompanionContext) {
    const { connection, settings, clock, memory, onUncaught, watchBody } = context
    const sightings = new Sightings(memory)
    const resident = new Resident({
      ...{ connection, settings, clock, onUncaught, ...(watchBody && { watchBody }) },
      isPatient: true,
      record: (event) => this.#onEvent(event),
      onPresence: (workplace) => {
        this.#presence.change(workplace)
        if (workplace) this.#routine.onChange()
      },
      rememberedBlocks: (world) => sightings.blocksOf(world),
    })
    const parts: CompanionParts = {
      ...{ name: connection.username, clock, settings, resident, memory, sightings },
      queue: new OrderQueue(memory),
      schematics: context.schematics ?? new SchematicShelf(),
      record: (event) => this.#onEvent(event),
      say: (text) => this.#say(text),
    }
    this.#context = context
    this.#parts = parts
    this.#presence = new Presence({
      ...parts,
      readsLines: context.readsLines,
      obeys: (player) => context.obeys(player),
      onHeard: (player, text, isWhisper) => {
        context.onHeard?.(player, text)
        this.hear(text, player, isWhisper)
      },
      onUnread: (player) => context.onUnread?.(player),
      onMuted: (reason) => context.onMuted?.(reason),
      onLook: (workplace) => this.#routine.takeCare(workplace),
    })
    this.#worker = new OrderWorker(parts, (workplace) => this.#presence.protect(workplace))
    this.#routine = new Routine(parts, this.#worker, (isBusy) => context.onBusy?.(isBusy))
    this.#conversation = new Conversation({
      ...parts,
      language: resident.language,
      players: () => resident.workplace?.world.body.chat.players ?? [],
      held: () => resident.possessions.held,
      schematics: () => parts.schematics.names,
      obeys: (player) => this.#presence.obeys(player),
      answer: (order) => this.#answer(order),
      changed: () => this.#routine.onChange(),
    })
    this.ended = resident.ended
    void this.#routine.run()
  }

  /** Resolves when the companion has joined, or cannot. */
  get joined(): Promise<void> {
    return this.#parts.resident.joined
  }

  /** The orders that are not over, the present one first. */
  get orders(): readonly QueuedOrder[] {
    return this.#parts.queue.all
  }

  /** A recent order that is over, and how it ended. */
  past(id: number): ReturnType<OrderQueue['past']> {
    return this.#parts.queue.past(id)
  }

  /** What the companion does now, in words. */
  get step(): string {
    return this.#worker.activity.step
  }

  /** Whether there is nothing to do: no order waits, other than held ones. */
  get isIdle(): boolean {
    return this.#parts.queue.current === undefined
  }

  /** Resolves when there is nothing to do, or the stay is over. */
  async whenIdle(): Promise<void> {
    while (!this.isIdle && !this.#parts.resident.isOver) await this.changed()
  }

  /** Resolves at the next change of the list of orders. */
  changed(): Promise<void> {
    return this.#routine.changed()
  }

  /** Leaves the world. The orders stay in the memory. */
  async leave(): Promise<void> {
    this.#worker.interrupt()
    await this.#parts.resident.leave()
  }

  /**
   * Reads a line of a person who may give orders.
   * @param by the player; null for the terminal and others without a body in the world.
   * @param isAddressed whether the line is certainly meant for the companion.
   * @param asker who answers if the line makes the companion ask back.
   */
  hear(
    text: string,
    by: string | null,
    isAddressed = by === null,
    asker = by ?? TERMINAL,
  ): OrderReply {
    const before = new Set(this.#parts.queue.all.map(({ id }) => id))
    const says: string[] = []
    this.#reply = says
    this.#conversation.hear(text, { by, isAddressed, asker })
    this.#reply = null
    const taken = this.#parts.queue.all.map(({ id }) => id).filter((id) => !before.has(id))
    return { says, taken }
  }

  #onEvent(event: EventBody): void {
    this.#context.onEvent?.(event)
    if (event.type === 'death') this.#onDeath(event)
    this.#worker.note(event)
  }

  #onDeath({ cause, position }: Extract<EventBody, { type: 'death' }>): void {
    const { x, y, z } = position
    const dimension = this.#parts.resident.workplace?.world.body.game.dimension ?? 'overworld'
    const place = { x: Math.floor(x), y: Math.floor(y), z: Math.floor(z), dimension }
    const reason = plainText(cause, MAX_CAUSE)
    this.#context.memory.append('deaths', { ...place, cause: reason })
    this.#say(`I died (${reason}).`)
  }

  /** Answers at once, beside a running order. */
  #answer(order: AnswerOrder): string {
    const { queue, memory, resident, schematics } = this.#parts
    if (order.name === 'continue') this.#routine.continue()
    if (order.name === 'stop') this.#routine.standStill()
    return answerTo(order, {
      ...{ queue, memory },
      possessions: resident.possessions,
      registry: resident.language.registry,
      workplace: resident.workplace,
      activity: {
        ...this.#worker.activity,
        duty: this.#routine.duty,
        hidesFor: this.#routine.hidesFor,
      },
      changed: () => this.#routine.onChange(),
      schematics: schematics.names,
      now: () => memory.now(),
      leave: () => void this.#leaveSoon(),
    })
  }

  /** Leaves when the last words have been sent. */
  async #leaveSoon(): Promise<void> {
    this.#routine.end()
    await this.#context.clock.wait(FAREWELL_TICKS)
    await this.leave()
  }

  #say(text: string): void {
    this.#reply?.push(text)
    this.#presence.speak(text)
    this.#context.onSaid(text)
  }
}
