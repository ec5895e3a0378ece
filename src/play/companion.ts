import { agentSettings, type PlayOptions } from '#api/play-options'
import type { GameClock } from '#clock/game-clock'
import type { EventBody } from '#events/events'
import { skillTitle } from '#events/titles'
import { skillJob } from '#life/jobs'
import type { AgentSettings, Connection, LifeOutcome } from '#life/port'
import { Resident, type ResidentContext, type Workplace } from '#life/resident'
import type { OrderReply } from '#mcp/order-desk'
import { standStill } from '#skills/moving/stand-still'
import { plainText } from '#wire/plain-text'
import { counted } from '#wire/wording'
import { answerTo, namedPlaces } from './answers.ts'
import { Caution } from './caution.ts'
import { Conversation } from './conversation.ts'
import { Fellows, greeting } from './fellows.ts'
import { goalTitle, planTitle } from './goal-title.ts'
import { type Duty, Idle } from './idle.ts'
import type { Memory, Spot } from './memory.ts'
import { OrderQueue, type QueuedOrder } from './order-queue.ts'
import { type Ending, Interrupted } from './order-run.ts'
import { runOrder } from './order-runs.ts'
import { type AnswerOrder, orderSpec, orderTitle, type TaskOrder } from './orders.ts'
import { SchematicShelf } from './schematics/shelf.ts'
import { Sightings } from './sightings.ts'
import { Speech } from './speech.ts'

/** Time between two reports of progress (ticks). */
const PROGRESS_TICKS = 2400
/** Time between two looks for something to do without orders (ticks). */
const IDLE_TICKS = 200
/** The person at the terminal, as one who is asked back. No player has this name. */
const TERMINAL = ' terminal'
/** What no person has ordered. */
const NOT_ORDERED = { id: 0, by: null, progress: null }
/** Time between two updates of what is remembered of the world (ticks). */
const EXCHANGE_TICKS = 1200
/** Time in which a greeting is not repeated (ticks). */
const GREETING_TICKS = 45
/** Time between two looks at what other companions do (ticks). */
const FELLOWS_TICKS = 20
/** Time after "stop" in which it does nothing but save its life (ticks). */
const STILL_TICKS = 200
/** Limit on the endings that are kept. */
const MAX_ENDINGS = 64
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
  readonly #resident: Resident
  readonly #queue: OrderQueue
  readonly #speech: Speech
  readonly #sightings: Sightings
  readonly #idle: Idle
  readonly #fellows: Fellows
  readonly #schematics: SchematicShelf
  readonly #conversation: Conversation
  #running: { readonly id: number; readonly stop: AbortController } | null = null
  #wake = Promise.withResolvers<void>()
  #step = 'nothing'
  #plan = ''
  #reportedAt = 0
  #hasGreeted = false
  #greetedAt = Number.NEGATIVE_INFINITY
  #isLeaving = false
  /** Tick until which it stands still, unless an order comes. */
  #stillUntil = Number.NEGATIVE_INFINITY
  #unhear: (() => void)[] = []
  /** What is said while a line is being read. */
  #reply: string[] | null = null
  readonly #caution = new Caution()
  readonly #endings = new Map<number, Ending>()

  constructor(context: CompanionContext) {
    const { connection, settings, clock, memory, onUncaught, watchBody } = context
    this.#context = context
    this.#queue = new OrderQueue(memory)
    this.#speech = new Speech(clock)
    this.#sightings = new Sightings(memory)
    this.#idle = new Idle(memory, clock)
    this.#fellows = new Fellows(connection.username)
    this.#schematics = context.schematics ?? new SchematicShelf()
    this.#resident = new Resident({
      ...{ connection, settings, clock, onUncaught, ...(watchBody && { watchBody }) },
      isPatient: true,
      record: (event) => this.#onEvent(event),
      onPresence: (workplace) => this.#onPresence(workplace),
      rememberedBlocks: (world) => this.#sightings.blocksOf(world),
    })
    this.#conversation = new Conversation({
      ...{ clock, memory, queue: this.#queue, language: this.#resident.language },
      name: connection.username,
      players: () => this.#resident.workplace?.world.body.chat.players ?? [],
      held: () => this.#resident.possessions.held,
      schematics: () => this.#schematics.names,
      obeys: (player) => this.#obeys(player),
      answer: (order) => this.#answer(order),
      say: (text) => this.#say(text),
      changed: () => this.#onChange(),
    })
    this.ended = this.#resident.ended
    void this.#work()
  }

  /** Resolves when the companion has joined, or cannot. */
  get joined(): Promise<void> {
    return this.#resident.joined
  }

  /** The orders that are not over, the present one first. */
  get orders(): readonly QueuedOrder[] {
    return this.#queue.all
  }

  /** Leaves the world. The orders stay in the memory. */
  async leave(): Promise<void> {
    this.#running?.stop.abort()
    await this.#resident.leave()
  }

  /** What the companion does now, in words. */
  get step(): string {
    return this.#step
  }

  /** A recent order that is over, and how it ended: null if it was dropped. */
  past(id: number): { readonly order: TaskOrder; readonly ending: Ending | null } | undefined {
    const over = this.#queue.findOver(id)
    return over && { order: over.order, ending: this.#endings.get(id) ?? null }
  }

  /** Resolves at the next change of the list of orders. */
  changed(): Promise<void> {
    return this.#wake.promise
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
    const before = new Set(this.#queue.all.map(({ id }) => id))
    const says: string[] = []
    this.#reply = says
    this.#conversation.hear(text, { by, isAddressed, asker })
    this.#reply = null
    const taken = this.#queue.all.map(({ id }) => id).filter((id) => !before.has(id))
    return { says, taken }
  }

  /** Stops a running order that is no longer the present one, and wakes the loop. */
  #onChange(): void {
    const running = this.#running
    if (running && this.#queue.current?.id !== running.id) running.stop.abort()
    this.#awaken()
  }

  #awaken(): void {
    this.#wake.resolve()
    this.#wake = Promise.withResolvers()
  }

  /** Executes one order after the other, until the stay is over. */
  async #work(): Promise<void> {
    let isBusy = false
    const note = (now: boolean) => {
      if (now !== isBusy) this.#context.onBusy?.(now)
      isBusy = now
    }
    while (!this.#resident.isOver && !this.#isLeaving) {
      const { current } = this.#queue
      if (current) note(true)
      const { workplace } = this.#resident
      if (current && workplace && !this.#hasToWait(current)) {
        await this.#execute(current)
        this.#awaken()
      } else if (workplace && this.#isStill) {
        note(false)
        await this.#standStill()
      } else {
        const isFree = !current && !this.#queue.isStopped
        const duty = workplace && isFree ? this.#idle.next(workplace) : null
        note(duty !== null)
        await (duty ? this.#attend(duty) : this.#rest())
      }
    }
    note(false)
    this.#awaken()
  }

  /** Whether there is nothing to do: no order waits, other than held ones. */
  get isIdle(): boolean {
    return this.#queue.current === undefined
  }

  /** Resolves when there is nothing to do, or the stay is over. */
  async whenIdle(): Promise<void> {
    while (!this.isIdle && !this.#resident.isOver) await this.changed()
  }

  /** Whether an order waits until the companion has healed. Orders that come at once do not wait. */
  #hasToWait({ order }: QueuedOrder): boolean {
    return this.#caution.isHiding && orderSpec(order.name).manner === 'task'
  }

  /** Interrupts a task when the companion has to hide. */
  #takeCare(workplace: Workplace): void {
    if (!this.#caution.look(workplace)) return
    const { current } = this.#queue
    if (!current || !this.#hasToWait(current)) return
    this.#say(
      'I am hurt, and it is night: I hide until I have healed. Say "continue" to overrule me.',
    )
    if (this.#running?.id === current.id) this.#running.stop.abort()
  }

  get #isStill(): boolean {
    return this.#queue.isStopped && this.#context.clock.tick < this.#stillUntil
  }

  /** Does nothing for a while, not even look for shelter or food, unless a reflex is due or an order comes. */
  async #standStill(): Promise<void> {
    const stop = new AbortController()
    this.#running = { id: NOT_ORDERED.id, stop }
    const { tick } = this.#context.clock
    const args = { ticks: this.#stillUntil - tick }
    const job = skillJob(standStill, args, { title: 'stand still', evidence: 'skill' })
    const { failure } = await this.#resident.perform(job, stop.signal)
    this.#running = null
    // Reflexes may have interrupted it too often.
    if (failure && !stop.signal.aborted && this.#context.clock.tick === tick)
      await this.#context.clock.wait(1)
  }

  /** Waits for an order, and for the time to look for something to do. */
  async #rest(): Promise<void> {
    const over = new AbortController()
    const waited = this.#context.clock.wait(IDLE_TICKS, over.signal).catch(() => {})
    await Promise.race([waited, this.#wake.promise, this.#resident.ended])
    over.abort()
  }

  /** Does something that no person has ordered now. Any order interrupts it. */
  async #attend(duty: Duty): Promise<void> {
    const { ok, text } = (await this.#carryOut(duty.order, NOT_ORDERED)) ?? {
      ok: true,
    }
    if (ok) return
    this.#idle.rest(duty)
    this.#say(`I could not ${orderTitle(duty.order)}. ${text}`)
  }

  async #execute({ id, order, by, progress }: QueuedOrder): Promise<void> {
    const ending = await this.#carryOut(order, { id, by, progress })
    if (ending) this.#over(id, order, by, ending)
  }

  get #here(): Spot | undefined {
    const body = this.#resident.workplace?.world.body
    if (!body) return undefined
    const { x, y, z } = body.feet
    return { x, y, z, dimension: body.game.dimension }
  }

  /** Carries out an order. @returns null when it was interrupted. */
  async #carryOut(
    order: TaskOrder,
    { id, by, progress }: Pick<QueuedOrder, 'id' | 'by' | 'progress'>,
  ): Promise<Ending | null> {
    const { clock, settings } = this.#context
    const stop = new AbortController()
    this.#running = { id, stop }
    this.#step = 'starting'
    this.#plan = ''
    this.#reportedAt = clock.tick
    try {
      return await runOrder(order, {
        jobs: {
          settings,
          language: this.#resident.language,
          record: (event) => this.#onEvent(event),
        },
        signal: stop.signal,
        progress,
        perform: (job) => this.#resident.perform(job, stop.signal),
        wait: (ticks) => clock.wait(ticks, stop.signal).catch(() => interrupted()),
        held: () => this.#resident.possessions.held,
        workplace: () => this.#resident.workplace,
        place: (name) => namedPlaces(this.#context.memory).find((one) => one.name === name),
        by,
        here: () => this.#here,
        remember: (place) => {
          this.#context.memory.remember('places', place.name, place)
          if (this.#resident.workplace) this.#protect(this.#resident.workplace)
        },
        lastSeen: (player) => {
          const { workplace } = this.#resident
          if (workplace) this.#sightings.notePeople(workplace)
          return this.#sightings.personNamed(player)
        },
        note: (made) => this.#queue.progress(id, made),
        schematics: this.#schematics,
        say: (text) => this.#say(text),
      })
    } catch (error) {
      if (!(error instanceof Interrupted))
        return { ok: false, text: 'That is a bug of mine; other orders still work.' }
      if (!stop.signal.aborted) await clock.wait(1)
      return null
    } finally {
      this.#running = null
      this.#step = 'nothing'
    }
  }

  #over(id: number, order: TaskOrder, by: string | null, { ok, text }: Ending): void {
    this.#endings.set(id, { ok, text })
    for (const old of [...this.#endings.keys()].slice(0, -MAX_ENDINGS)) this.#endings.delete(old)
    this.#queue.remove(id)
    const title = orderTitle(order)
    this.#context.memory.append('past', {
      title: title.slice(0, 200),
      by,
      result: text.slice(0, 300),
    })
    this.#say(ok ? text : `I could not ${title}. ${text}`)
  }

  #onPresence(workplace: Workplace | null): void {
    for (const unhear of this.#unhear.splice(0)) unhear()
    if (!workplace) return
    const { body } = workplace.world
    const { clock } = this.#context
    let exchangedAt = clock.tick
    this.#unhear = [
      body.chat.onSpoken(({ speaker, text, isWhisper }) => {
        if (this.#fellows.hear(speaker, text)) this.#greetBack()
        if (!this.#obeys(speaker)) return
        this.#context.onHeard?.(speaker, text)
        this.#sightings.notePeople(workplace)
        this.hear(text, speaker, isWhisper)
      }, this.#context.readsLines),
      body.onTick(() => {
        this.#speech.tick(body)
        if (clock.tick % FELLOWS_TICKS === 0) {
          this.#fellows.yieldSources(workplace)
          this.#takeCare(workplace)
        }
        if (clock.tick - exchangedAt < EXCHANGE_TICKS) return
        exchangedAt = clock.tick
        this.#sightings.exchange(workplace)
      }),
      () => this.#sightings.exchange(workplace),
    ]
    this.#sightings.exchange(workplace)
    this.#protect(workplace)
    if (!this.#hasGreeted) this.#greet()
    this.#hasGreeted = true
    this.#onChange()
  }

  /** Whether a player's chat gives orders: what other companions say does not. */
  #obeys(player: string): boolean {
    return this.#context.obeys(player) && !this.#fellows.has(player)
  }

  /** Introduces itself to another companion, unless that one has just heard its greeting. */
  #greetBack(): void {
    const { clock, connection } = this.#context
    if (clock.tick - this.#greetedAt < GREETING_TICKS) return
    this.#greetedAt = clock.tick
    this.#say(greeting(connection.username))
  }

  #greet(): void {
    const { username } = this.#context.connection
    this.#greetedAt = this.#context.clock.tick
    this.#say(greeting(username))
    const { all, current } = this.#queue
    if (current)
      this.#say(
        `I remember ${counted(all.length, 'order')} and continue: ${orderTitle(current.order)}.`,
      )
    else if (all.length > 0)
      this.#say(`I remember ${counted(all.length, 'order')} on hold: say "continue".`)
  }

  /** Lets the body protect the zones of its dimension. */
  #protect({ world }: Workplace): void {
    const { dimension } = world.body.game
    const zones = this.#context.memory
      .all('places')
      .filter((place) => place.radius > 0 && place.dimension === dimension)
    world.body.builds.protectZones(zones)
  }

  #onEvent(event: EventBody): void {
    this.#context.onEvent?.(event)
    const running = this.#running && this.#queue.find(this.#running.id)
    if (event.type === 'death') {
      const { x, y, z } = event.position
      const dimension = this.#resident.workplace?.world.body.game.dimension ?? 'overworld'
      const place = { x: Math.floor(x), y: Math.floor(y), z: Math.floor(z), dimension }
      this.#context.memory.append('deaths', { ...place, cause: plainText(event.cause, MAX_CAUSE) })
      this.#say(`I died (${plainText(event.cause, MAX_CAUSE)}).`)
      // What is lost in a death was not handed over.
      if (running?.progress)
        this.#queue.progress(running.id, { ...running.progress, carriedAtGiving: null })
    }
    if (event.type === 'skill-start')
      this.#step = event.goal ? goalTitle(event.goal) : skillTitle(event.skill)
    if (event.type === 'plan' && running) {
      const isFirst = this.#plan === ''
      this.#plan = planTitle(event.goals)
      if (isFirst && event.goals.length > 1) this.#say(`Plan: ${this.#plan}`)
    }
    const { clock } = this.#context
    if (running && clock.tick - this.#reportedAt > PROGRESS_TICKS) {
      this.#reportedAt = clock.tick
      this.#say(`Still busy: ${orderTitle(running.order)}; now: ${this.#step}.`)
    }
  }

  /** Answers at once, beside a running order. */
  #answer(order: AnswerOrder): string {
    if (order.name === 'continue') this.#caution.overrule()
    if (order.name === 'stop') this.#stillUntil = this.#context.clock.tick + STILL_TICKS
    return answerTo(order, {
      queue: this.#queue,
      memory: this.#context.memory,
      possessions: this.#resident.possessions,
      registry: this.#resident.language.registry,
      workplace: this.#resident.workplace,
      activity: { step: this.#step, plan: this.#plan },
      changed: () => this.#onChange(),
      schematics: this.#schematics.names,
      now: () => this.#context.memory.now(),
      leave: () => void this.#leaveSoon(),
    })
  }

  /** Leaves when the last words have been sent. */
  async #leaveSoon(): Promise<void> {
    this.#isLeaving = true
    this.#running?.stop.abort()
    this.#awaken()
    await this.#context.clock.wait(FAREWELL_TICKS)
    await this.leave()
  }

  #say(text: string): void {
    this.#reply?.push(text)
    this.#speech.say(text)
    this.#context.onSaid(text)
  }
}

function interrupted(): never {
  throw new Interrupted('interrupted')
}
