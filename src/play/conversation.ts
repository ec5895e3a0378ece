import type { GameClock } from '#clock/game-clock'
import type { ItemCounts } from '#goal/goal'
import type { SkillLanguage } from '#skills/library'
import { counted } from '#wire/wording'
import { namedPlaces } from './answers.ts'
import type { Memory } from './memory.ts'
import type { OrderQueue } from './order-queue.ts'
import type { OrderContext } from './order-spec.ts'
import { type AnswerOrder, isAnswer, type Order, orderTitle, type TaskOrder } from './orders.ts'
import { chosen, nearestExamples, questionText, type Reading, readOrders } from './read-orders.ts'

/** How people address all companions at once. */
const EVERYONE = /^(?:everyone|everybody|all of you|you all|guys)[,:! ]+/i
/** How long a question waits for its answer (ticks). */
const ANSWER_TICKS = 1200

/** What a conversation needs of the companion. */
export interface ConversationContext {
  readonly clock: GameClock
  readonly memory: Memory
  readonly queue: OrderQueue
  readonly language: SkillLanguage
  /** Name of the companion. */
  readonly name: string
  /** Names of the other players in the world. */
  players(): readonly string[]
  /** What the companion carries. */
  held(): ItemCounts
  /** Names of the schematics that it can build. */
  schematics(): readonly string[]
  obeys(player: string): boolean
  /** Lets an order take effect at once. @returns what to say about it. */
  answer(order: AnswerOrder): string
  say(text: string): void
  /** The queue has changed. */
  changed(): void
}

type Question = Extract<Reading, { type: 'question' }>

/** Reads what people say, takes their orders on, and asks back. */
export class Conversation {
  readonly #context: ConversationContext
  readonly #questions = new Map<string, { question: Question; tick: number }>()

  constructor(context: ConversationContext) {
    this.#context = context
  }

  /**
   * Reads a line of a person who may give orders.
   * @param by the player; null for the terminal and others without a body in the world.
   * @param isAddressed whether the line is certainly meant for the companion.
   * @param asker who answers if the line makes the companion ask back.
   */
  hear(
    text: string,
    {
      by,
      isAddressed,
      asker,
    }: { readonly by: string | null; readonly isAddressed: boolean; readonly asker: string },
  ): void {
    const { name, clock, say } = this.#context
    const line = withoutName(text, name).replace(EVERYONE, '')
    const isMeant = isAddressed || line !== text
    const players = this.#context.players()
    if (!isMeant && players.some((one) => isAddressedTo(line, one))) return
    const answered = this.#answered(line, asker)
    if (answered) {
      this.#takeOn(answered.orders, by, answered)
      return
    }
    const reading = readOrders(line, this.#orderContext(by, players))
    if (reading.type === 'orders') this.#takeOn(reading.orders, by, reading)
    // What the only other player says is meant for the companion, if it is an order at all.
    const isAlone = players.length === 1
    if (reading.type === 'question' && (isMeant || isAlone)) {
      this.#forgetQuestions()
      this.#questions.set(asker, { question: reading, tick: clock.tick })
      say(questionText(reading))
    }
    if (reading.type !== 'nothing' || !isMeant) return
    const reply = smallTalk(line)
    if (reply !== null) {
      say(reply)
      return
    }
    const [near] = nearestExamples(line)
    say(near === undefined ? 'I do not understand. Say "help".' : `Do you mean "${near}"?`)
  }

  /** Forgets questions without an answer in time. */
  #forgetQuestions(): void {
    for (const [asker, { tick }] of this.#questions)
      if (this.#context.clock.tick - tick > ANSWER_TICKS) this.#questions.delete(asker)
  }

  /** The orders that answer the last question to a person. */
  #answered(line: string, asker: string) {
    const asked = this.#questions.get(asker)
    if (!asked) return null
    this.#questions.delete(asker)
    if (this.#context.clock.tick - asked.tick > ANSWER_TICKS) return null
    const orders = chosen(line, asked.question)
    return orders && { ...asked.question, orders }
  }

  #orderContext(by: string | null, players: readonly string[]): OrderContext {
    const { language, memory, held, obeys, schematics } = this.#context
    // "Me" at the terminal is the one player in the world who may give orders.
    const [owner, ...others] = players.filter((one) => obeys(one))
    const speaker = by ?? (others.length === 0 ? owner : null) ?? null
    const places = namedPlaces(memory).map(({ name }) => name)
    const people = memory.all('people').map(({ name }) => name)
    return {
      ...{ language, held: held(), places, players, people, speaker },
      schematics: schematics(),
    }
  }

  #takeOn(
    orders: readonly Order[],
    by: string | null,
    { first, instead }: { readonly first: boolean; readonly instead: boolean },
  ): void {
    const { queue, say, answer } = this.#context
    if (instead && queue.current) queue.remove(queue.current.id)
    const isSeries = orders.length > 1
    // Orders that come first are put in front one by one, so the last one goes first.
    const series = first ? [...orders].reverse() : orders
    let previous: TaskOrder | null = null
    for (const order of series) {
      if (isAnswer(order)) {
        say(answer(order))
        continue
      }
      const admission = queue.add(order, by, first, previous)
      previous = order
      if (admission === 'already') say(`I will ${orderTitle(order)}; it is on my list already.`)
      else if (admission === 'full')
        say('My list is full. Say "what\'s next" or "cancel everything".')
      else if (!isSeries) say(this.#acceptance(order))
    }
    if (isSeries && orders.some((order) => !isAnswer(order)))
      say(`OK: ${orders.map(orderTitle).join(', then ')}.`)
    this.#context.changed()
  }

  #acceptance(order: TaskOrder): string {
    const { current, waiting } = this.#context.queue
    const behind =
      waiting.length > 0 ? ` ${counted(waiting.length, 'other order')} on my list.` : ''
    const isPresent = JSON.stringify(current?.order) === JSON.stringify(order)
    return `OK, I will ${orderTitle(order)}${isPresent ? `.${behind}` : ' later.'}`
  }
}

/** The answer to a greeting or thanks; null for other words. */
function smallTalk(line: string): string | null {
  if (/^\W*(?:hi|hello|hey|hiya|yo|good (?:morning|day|evening))\b\W*(?:there\W*)?$/i.test(line))
    return 'Hello. Say "help" for what I can do.'
  return /^\W*(?:thanks|thank you|thx|ty|good (?:job|work|bot)|well done)\b/i.test(line)
    ? 'You are welcome.'
    : null
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
