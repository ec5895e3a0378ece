import { agentSettings, type PlayOptions } from '#api/play-options'
import type { GameClock } from '#clock/game-clock'
import type { EventBody } from '#events/events'
import { skillTitle } from '#events/titles'
import type { AgentSettings, Connection, LifeOutcome } from '#life/port'
import { Resident, type ResidentContext, type Workplace } from '#life/resident'
import { plainText } from '#wire/plain-text'
import { counted } from '#wire/wording'
import { answerTo, namedPlaces } from './answers.ts'
import { goalTitle } from './goal-title.ts'
import type { Memory, NamedPlace } from './memory.ts'
import { OrderQueue, type QueuedOrder } from './order-queue.ts'
import { type Ending, Interrupted, runOrder } from './order-runs.ts'
import type { OrderContext } from './order-spec.ts'
import { type AnswerOrder, isAnswer, type Order, orderTitle, type TaskOrder } from './orders.ts'
import { chosen, nearestExamples, questionText, type Reading, readOrders } from './read-orders.ts'
import { Sightings } from './sightings.ts'
import { Speech } from './speech.ts'

/** How long a question waits for its answer (ticks). */
const ANSWER_TICKS = 1200
/** Time between two reports of progress (ticks). */
const PROGRESS_TICKS = 2400
/** Time between two updates of what is remembered of the world (ticks). */
const EXCHANGE_TICKS = 1200
/** Limit on a plan in words (characters). */
const MAX_PLAN = 180
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
  /** Receives what the companion says to a person, for the terminal. */
  onSaid(text: string): void
  /** Receives what players who may give orders say. */
  onHeard?(player: string, text: string): void
  /** Called when the companion begins to carry out orders, and when it has nothing to do. */
  onBusy?(isBusy: boolean): void
  readonly watchBody?: ResidentContext['watchBody']
  /** Receives the events of the stay, for a log. */
  onEvent?(event: EventBody): void
}

/** How a companion plays: as others, but it leaves buildings alone. */
export function companionSettings(options: PlayOptions): AgentSettings {
  return agentSettings({ builds: 'respect', ...options })
}

type Question = Extract<Reading, { type: 'question' }>

/** A player that stays in a world and follows the orders of people. */
export class Companion {
  /** How the stay ended. */
  readonly ended: Promise<LifeOutcome>
  readonly #context: CompanionContext
  readonly #resident: Resident
  readonly #queue: OrderQueue
  readonly #speech: Speech
  readonly #sightings: Sightings
  readonly #questions = new Map<string | null, { question: Question; tick: number }>()
  #running: { readonly id: number; readonly stop: AbortController } | null = null
  #wake = Promise.withResolvers<void>()
  #step = 'nothing'
  #plan = ''
  #reportedAt = 0
  #hasGreeted = false
  #unhear: (() => void)[] = []

  constructor(context: CompanionContext) {
    const { connection, settings, clock, memory, onUncaught, watchBody } = context
    this.#context = context
    this.#queue = new OrderQueue(memory)
    this.#speech = new Speech(clock)
    this.#sightings = new Sightings(memory)
    this.#resident = new Resident({
      ...{ connection, settings, clock, onUncaught, ...(watchBody && { watchBody }) },
      record: (event) => this.#onEvent(event),
      onPresence: (workplace) => this.#onPresence(workplace),
      rememberedBlocks: (world) => this.#sightings.blocksOf(world),
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

  /**
   * Reads a line of a person who may give orders.
   * @param by the player; null for the terminal.
   * @param isAddressed whether the line is certainly meant for the companion.
   */
  hear(text: string, by: string | null, isAddressed = by === null): void {
    const { username } = this.#context.connection
    const line = withoutName(text, username)
    const isMeant = isAddressed || line !== text
    const players = this.#resident.workplace?.world.body.chat.players ?? []
    const isForOther = players.some((one) => isAddressedTo(line, one))
    if (!isMeant && isForOther) return
    const answered = this.#answered(line, by)
    if (answered) {
      this.#takeOn(answered.orders, by, answered)
      return
    }
    const reading = readOrders(line, this.#orderContext(by, players))
    if (reading.type === 'orders') this.#takeOn(reading.orders, by, reading)
    if (reading.type === 'orders' || !isMeant) return
    if (reading.type === 'question') {
      this.#questions.set(by, { question: reading, tick: this.#context.clock.tick })
      this.#say(questionText(reading))
      return
    }
    const near = nearestExamples(line)
    this.#say(near.length > 0 ? `Do you mean "${near[0]}"?` : 'I do not understand. Say "help".')
  }

  /** The orders that answer the last question to a person. */
  #answered(line: string, by: string | null) {
    const asked = this.#questions.get(by)
    if (!asked) return null
    this.#questions.delete(by)
    if (this.#context.clock.tick - asked.tick > ANSWER_TICKS) return null
    const orders = chosen(line, asked.question)
    return orders && { ...asked.question, orders }
  }

  #orderContext(by: string | null, players: readonly string[]): OrderContext {
    // "Me" at the terminal is the one player in the world who may give orders.
    const [owner, ...others] = players.filter((one) => this.#context.obeys(one))
    const speaker = by ?? (others.length === 0 ? owner : null) ?? null
    const { language } = this.#resident
    const { held } = this.#resident.possessions
    const places = this.#places.map(({ name }) => name)
    const people = this.#context.memory.all('people').map(({ name }) => name)
    return { language, held, places, players, people, speaker }
  }

  get #places(): NamedPlace[] {
    return namedPlaces(this.#context.memory)
  }

  #takeOn(
    orders: readonly Order[],
    by: string | null,
    { first, instead }: { readonly first: boolean; readonly instead: boolean },
  ): void {
    const { current } = this.#queue
    if (instead && current) this.#queue.remove(current.id)
    const isSeries = orders.length > 1
    // Orders that come first are put in front one by one, so the last one goes first.
    const series = first ? [...orders].reverse() : orders
    for (const order of series) {
      if (isAnswer(order)) {
        this.#say(this.#answer(order, by))
        continue
      }
      const admission = this.#queue.add(order, by, first)
      if (admission === 'already')
        this.#say(`I will ${orderTitle(order)}; it is on my list already.`)
      else if (admission === 'full')
        this.#say('My list is full. Say "what\'s next" or "cancel everything".')
      else if (!isSeries) this.#say(this.#acceptance(order))
    }
    if (isSeries && orders.some((order) => !isAnswer(order)))
      this.#say(`OK: ${orders.map(orderTitle).join(', then ')}.`)
    this.#changed()
  }

  #acceptance(order: TaskOrder): string {
    const { current, waiting } = this.#queue
    const behind =
      waiting.length > 0 ? ` ${counted(waiting.length, 'other order')} on my list.` : ''
    const isPresent = JSON.stringify(current?.order) === JSON.stringify(order)
    return `OK, I will ${orderTitle(order)}${isPresent ? `.${behind}` : ' later.'}`
  }

  /** Stops a running order that is no longer the present one, and wakes the loop. */
  #changed(): void {
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
    while (!this.#resident.isOver) {
      const { current } = this.#queue
      note(current !== undefined)
      if (current && this.#resident.workplace) {
        await this.#execute(current)
        this.#awaken()
      } else await Promise.race([this.#wake.promise, this.#resident.ended])
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
    while (!this.isIdle && !this.#resident.isOver) await this.#wake.promise
  }

  async #execute({ id, order, by, progress }: QueuedOrder): Promise<void> {
    const { clock, settings } = this.#context
    const stop = new AbortController()
    this.#running = { id, stop }
    this.#step = 'starting'
    this.#plan = ''
    this.#reportedAt = clock.tick
    try {
      const ending = await runOrder(order, {
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
        place: (name) => this.#places.find((one) => one.name === name),
        note: (made) => this.#queue.progress(id, made),
      })
      this.#over(id, order, by, ending)
    } catch (error) {
      if (!(error instanceof Interrupted)) {
        const text = 'That is a bug of mine; other orders still work.'
        this.#over(id, order, by, { ok: false, text })
      } else if (!stop.signal.aborted) await clock.wait(1)
    } finally {
      this.#running = null
      this.#step = 'nothing'
    }
  }

  #over(id: number, order: TaskOrder, by: string | null, { ok, text }: Ending): void {
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
        if (!this.#context.obeys(speaker)) return
        this.#context.onHeard?.(speaker, text)
        this.hear(text, speaker, isWhisper)
      }),
      body.onTick(() => this.#speech.tick(body)),
      body.onTick(() => {
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
    this.#changed()
  }

  #greet(): void {
    const { username } = this.#context.connection
    this.#say(`Hello, I am ${username}. Say "help" for what I can do.`)
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
      this.#context.memory.append('deaths', { ...place, cause: event.cause.slice(0, 160) })
      // What is lost in a death was not handed over.
      if (running?.progress)
        this.#queue.progress(running.id, { ...running.progress, carriedAtGiving: null })
    }
    if (event.type === 'skill-start')
      this.#step = event.goal ? goalTitle(event.goal) : skillTitle(event.skill)
    if (event.type === 'plan' && running) {
      const isFirst = this.#plan === ''
      this.#plan = plainText(event.goals.map(goalTitle).join(', '), MAX_PLAN)
      if (isFirst && event.goals.length > 1) this.#say(`Plan: ${this.#plan}`)
    }
    const { clock } = this.#context
    if (running && clock.tick - this.#reportedAt > PROGRESS_TICKS) {
      this.#reportedAt = clock.tick
      this.#say(`Still busy: ${orderTitle(running.order)}; now: ${this.#step}.`)
    }
  }

  /** Answers at once, beside a running order. */
  #answer(order: AnswerOrder, by: string | null): string {
    return answerTo(order, {
      by,
      queue: this.#queue,
      memory: this.#context.memory,
      possessions: this.#resident.possessions,
      registry: this.#resident.language.registry,
      workplace: this.#resident.workplace,
      activity: { step: this.#step, plan: this.#plan },
      changed: () => this.#changed(),
      now: () => this.#context.memory.now(),
      zonesChanged: () => {
        if (this.#resident.workplace) this.#protect(this.#resident.workplace)
      },
      leave: () => void this.#leaveSoon(),
    })
  }

  /** Leaves when the last words have been sent. */
  async #leaveSoon(): Promise<void> {
    this.#running?.stop.abort()
    await this.#context.clock.wait(FAREWELL_TICKS)
    await this.leave()
  }

  #say(text: string): void {
    this.#speech.say(text)
    this.#context.onSaid(text)
  }
}

/** A line without the name that it begins or ends with. Names come from servers, so they are compared as text. */
function withoutName(line: string, name: string): string {
  const [, first = '', rest = ''] = /^@?([^\s,:!]+)[,:! ]+(.*)$/s.exec(line) ?? []
  if (isSameName(first, name)) return rest
  const [, before = '', last = ''] = /^(.*?)[, ]+@?([^\s,]+?)[.!?]*$/s.exec(line) ?? []
  return isSameName(last, name) ? before : line
}

/** Whether a line begins with the name of a player, as in `Ann, come`. */
function isAddressedTo(line: string, name: string): boolean {
  const [, first = ''] = /^@?([^\s,:]+)[,:]/.exec(line) ?? []
  return isSameName(first, name)
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function interrupted(): never {
  throw new Interrupted('interrupted')
}
