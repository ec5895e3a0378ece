import type { GameClock } from '#clock/game-clock'
import type { EventBody } from '#events/events'
import { skillTitle } from '#events/titles'
import { goalText } from '#goal/print'
import { countOf } from '#knowledge/item-tags'
import { registryFor } from '#knowledge/registry'
import type { AgentSettings, Connection, LifeOutcome } from '#life/port'
import { Resident, type ResidentContext, type Workplace } from '#life/resident'
import { knownPlayer } from '#skills/pursuit/approach-player'
import { counted } from '#wire/wording'
import { contentsText, type Memory, type NamedPlace } from './memory.ts'
import { OrderQueue, type QueuedOrder } from './order-queue.ts'
import { type Ending, Interrupted, runOrder } from './order-runs.ts'
import type { OrderContext } from './order-spec.ts'
import { type Order, orderSpec, orderTitle } from './orders.ts'
import { ordersLine } from './orders-line.ts'
import { chosen, nearestExamples, questionText, type Reading, readOrders } from './read-orders.ts'
import { Speech } from './speech.ts'

/** How long a question waits for its answer (ticks). */
const ANSWER_TICKS = 1200
/** Time between two reports of progress (ticks). */
const PROGRESS_TICKS = 2400

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
  readonly #questions = new Map<string | null, { question: Question; tick: number }>()
  #running: { readonly id: number; readonly stop: AbortController } | null = null
  #wake = Promise.withResolvers<void>()
  #step = 'nothing'
  #plan = ''
  #reportedAt = 0
  #hasGreeted = false
  #unhear: (() => void)[] = []

  constructor(context: CompanionContext) {
    const { connection, settings, clock, memory, onUncaught } = context
    this.#context = context
    this.#queue = new OrderQueue(memory)
    this.#speech = new Speech(clock)
    this.#resident = new Resident({
      ...{ connection, settings, clock, onUncaught },
      record: (event) => this.#onEvent(event),
      onPresence: (workplace) => this.#onPresence(workplace),
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

  #orderContext(speaker: string | null, players: readonly string[]): OrderContext {
    const { language } = this.#resident
    const { held } = this.#resident.possessions
    const places = this.#places.map(({ name }) => name)
    return { language, held, places, players, speaker }
  }

  get #places(): NamedPlace[] {
    return this.#context.memory.all('places').filter(({ name }) => !name.startsWith('zone '))
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
      if (orderSpec(order.name).manner === 'answer') {
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
    if (isSeries && orders.some(({ name }) => orderSpec(name).manner !== 'answer'))
      this.#say(`OK: ${orders.map(orderTitle).join(', then ')}.`)
    this.#changed()
  }

  #acceptance(order: Order): string {
    const { current, waiting } = this.#queue
    const behind =
      waiting.length > 0 ? ` ${counted(waiting.length, 'other order')} on my list.` : ''
    const isPresent = JSON.stringify(current?.order) === JSON.stringify(order)
    return isPresent ? `OK, I ${orderTitle(order)}.${behind}` : `OK, I ${orderTitle(order)} later.`
  }

  /** Stops a running order that is no longer the present one, and wakes the loop. */
  #changed(): void {
    const running = this.#running
    if (running && this.#queue.current?.id !== running.id) running.stop.abort()
    this.#wake.resolve()
    this.#wake = Promise.withResolvers()
  }

  /** Executes one order after the other, until the stay is over. */
  async #work(): Promise<void> {
    while (!this.#resident.isOver) {
      const { current } = this.#queue
      if (current && this.#resident.workplace) await this.#execute(current)
      else await Promise.race([this.#wake.promise, this.#resident.ended])
    }
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

  #over(id: number, order: Order, by: string | null, { ok, text }: Ending): void {
    this.#queue.remove(id)
    const title = orderTitle(order)
    this.#context.memory.remember('past', String(Date.now() + id), {
      title: title.slice(0, 200),
      by,
      result: `${ok ? 'done' : 'failed'}: ${text}`.slice(0, 300),
    })
    this.#say(ok ? text : `I could not ${title}. ${text}`)
  }

  #onPresence(workplace: Workplace | null): void {
    for (const unhear of this.#unhear.splice(0)) unhear()
    if (!workplace) return
    const { body } = workplace.world
    this.#unhear = [
      body.chat.onSpoken(({ speaker, text, isWhisper }) => {
        if (this.#context.obeys(speaker)) this.hear(text, speaker, isWhisper)
      }),
      body.onTick(() => this.#speech.tick(body)),
    ]
    this.#protect(workplace)
    if (!this.#hasGreeted)
      this.#say(`Hello, I am ${this.#context.connection.username}. Say "help" for what I can do.`)
    this.#hasGreeted = true
    this.#changed()
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
    const running = this.#running && this.#queue.find(this.#running.id)
    if (event.type === 'death') {
      const { x, y, z } = event.position
      const dimension = this.#resident.workplace?.world.body.game.dimension ?? 'overworld'
      const place = { x: Math.floor(x), y: Math.floor(y), z: Math.floor(z), dimension }
      this.#context.memory.remember('deaths', String(Date.now()), {
        ...place,
        cause: event.cause.slice(0, 160),
      })
      // What is lost in a death was not handed over.
      if (running?.progress)
        this.#queue.progress(running.id, { ...running.progress, carriedAtGiving: null })
    }
    if (event.type === 'skill-start')
      this.#step = event.goal ? goalText(event.goal) : skillTitle(event.skill)
    if (event.type === 'plan' && running) {
      const isFirst = this.#plan === ''
      this.#plan = event.goals.map(goalText).join('; ').slice(0, 180)
      if (isFirst && event.goals.length > 1) this.#say(`Plan: ${this.#plan}`)
    }
    const { clock } = this.#context
    if (running && clock.tick - this.#reportedAt > PROGRESS_TICKS) {
      this.#reportedAt = clock.tick
      this.#say(`I still ${orderTitle(running.order)}; now: ${this.#step}.`)
    }
  }

  /** Answers at once, beside a running order. */
  #answer(order: Order, by: string | null): string {
    const { held } = this.#resident.possessions
    const { current, waiting } = this.#queue
    const registry = registryFor(this.#context.connection.version)
    const { memory } = this.#context
    switch (order.name) {
      case 'stop': {
        const count = this.#queue.hold()
        this.#changed()
        return count > 0
          ? `I stand still. ${counted(count, 'order')} on hold: say "continue".`
          : 'I stand still.'
      }
      case 'continue': {
        const count = this.#queue.resume()
        return count > 0 ? `I continue with ${counted(count, 'order')}.` : 'I have no orders.'
      }
      case 'cancel':
        if (current) this.#queue.remove(current.id)
        return current ? `I drop it: ${orderTitle(current.order)}.` : 'I have no orders.'
      case 'cancel-all':
        return `I drop ${counted(this.#queue.clear(), 'order')}.`
      case 'help':
        return ordersLine()
      case 'inventory':
        return `I carry ${contentsText(held) || 'nothing'}.`
      case 'count':
        return `I carry ${countOf(registry, held, order.args.item)} ${order.args.item}.`
      case 'doing':
        return current ? `I ${orderTitle(current.order)}; now: ${this.#step}.` : 'I have no orders.'
      case 'why': {
        if (!current) return 'I have no orders, so I keep myself safe.'
        const plan = this.#plan ? ` My plan: ${this.#plan}` : ''
        return `${current.by ?? 'The terminal'} ordered: ${orderTitle(current.order)}.${plan}`
      }
      case 'next':
        return waiting.length > 0
          ? `Next: ${waiting.map(({ order, held }) => `${orderTitle(order)}${held ? ' (on hold)' : ''}`).join('; ')}.`
          : 'Nothing waits.'
      case 'places':
        return `I know: ${this.#places.map(({ name }) => name).join(', ') || 'no places'}.`
      case 'forget-place':
        memory.forget('places', order.args.place)
        return `I forgot ${order.args.place}.`
      case 'where':
      case 'seen':
      case 'name-place':
      case 'protect':
        return this.#answerHere(order, by)
      default:
        return `I will ${orderTitle(order)}.`
    }
  }

  /** Answers that need the place of the agent or of the speaker. */
  #answerHere(
    order: Extract<Order, { name: 'where' | 'seen' | 'name-place' | 'protect' }>,
    by: string | null,
  ): string {
    const { workplace } = this.#resident
    if (!workplace) return 'I am rejoining; ask me again in a minute.'
    const { body, memory: seen } = workplace.world
    const { x, y, z } = body.feet
    if (order.name === 'where')
      return `I am at ${x} ${y} ${z}; health ${Math.round(body.vitals.health)}/20, food ${body.vitals.food}/20.`
    if (order.name === 'seen') {
      const [found] = seen.blocks([order.args.block], body.position, { limit: 1 })
      const at = found?.position
      return at
        ? `I saw ${order.args.block} at ${at.x} ${at.y} ${at.z}.`
        : `I saw no ${order.args.block}.`
    }
    const standing = by === null ? body.feet : knownPlayer(workplace.world, by)?.position.floored()
    if (!standing) return 'I do not see you. Come closer and say it again.'
    const spot = { x: standing.x, y: standing.y, z: standing.z, dimension: body.game.dimension }
    if (order.name === 'name-place') {
      const { place } = order.args
      this.#context.memory.remember('places', place, { ...spot, name: place, radius: 0 })
      return `I remember ${place} at ${spot.x} ${spot.y} ${spot.z}.`
    }
    const { radius } = order.args
    const name = `zone ${spot.x} ${spot.y} ${spot.z}`.slice(0, 32)
    this.#context.memory.remember('places', name, { ...spot, name, radius })
    this.#protect(workplace)
    return `I dig nothing within ${counted(radius, 'block')} of ${spot.x} ${spot.y} ${spot.z}.`
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
