import type { Workplace } from '#life/resident'
import { Caution } from './caution.ts'
import type { CompanionParts } from './companion-parts.ts'
import { type Duty, Idle } from './idle.ts'
import type { QueuedOrder } from './order-queue.ts'
import type { OrderWorker } from './order-worker.ts'
import { orderSpec, orderTitle } from './orders.ts'

/** Time between two looks for something to do without orders (ticks). */
const IDLE_TICKS = 200
/** Time after "stop" in which it does nothing but save its life (ticks). */
const STILL_TICKS = 200

/** Decides what the companion does next: carry out an order, stand still, go about a duty of its own, or wait. */
export class Routine {
  readonly #parts: CompanionParts
  readonly #worker: OrderWorker
  readonly #onBusy: (isBusy: boolean) => void
  readonly #caution = new Caution()
  readonly #idle: Idle
  #wake = Promise.withResolvers<void>()
  #isOver = false
  /** Tick until which it stands still, unless an order comes. */
  #stillUntil = Number.NEGATIVE_INFINITY

  /** @param onBusy called when the companion begins to carry out orders, and when it has nothing to do. */
  constructor(parts: CompanionParts, worker: OrderWorker, onBusy: (isBusy: boolean) => void) {
    this.#parts = parts
    this.#worker = worker
    this.#onBusy = onBusy
    this.#idle = new Idle(parts.memory, parts.clock)
  }

  /** Does one thing after the other, until the stay is over. */
  async run(): Promise<void> {
    const { resident, queue } = this.#parts
    let isBusy = false
    const note = (now: boolean) => {
      if (now !== isBusy) this.#onBusy(now)
      isBusy = now
    }
    while (!resident.isOver && !this.#isOver) {
      const { current } = queue
      if (current) note(true)
      const { workplace } = resident
      if (current && workplace && !this.#hasToWait(current)) {
        await this.#execute(current)
        this.#awaken()
      } else if (workplace && this.#isStill) {
        note(false)
        await this.#worker.standStill(this.#stillUntil - this.#parts.clock.tick)
      } else {
        const isFree = !current && !queue.isStopped
        const duty = workplace && isFree ? this.#idle.next(workplace) : null
        note(duty !== null)
        await (duty ? this.#attend(duty) : this.#rest())
      }
    }
    note(false)
    this.#awaken()
  }

  /** Ends the routine. */
  end(): void {
    this.#isOver = true
    this.#worker.interrupt()
    this.#awaken()
  }

  /** Resolves at the next change of the list of orders. */
  changed(): Promise<void> {
    return this.#wake.promise
  }

  /** The list of orders has changed: stops a running order that is no longer the present one. */
  onChange(): void {
    const { presentId } = this.#worker
    if (presentId !== undefined && this.#parts.queue.current?.id !== presentId)
      this.#worker.interrupt()
    this.#awaken()
  }

  /** A person wants it to stand still, unless an order comes. */
  standStill(): void {
    this.#stillUntil = this.#parts.clock.tick + STILL_TICKS
  }

  /** A person wants it to work, hurt or not. */
  overrule(): void {
    this.#caution.overrule()
  }

  /** Interrupts a task when the companion has to hide. Call this often. */
  takeCare(workplace: Workplace): void {
    const { queue, say } = this.#parts
    if (!this.#caution.look(workplace)) return
    const { current } = queue
    if (!current || !this.#hasToWait(current)) return
    say('I am hurt, and it is night: I hide until I have healed. Say "continue" to overrule me.')
    if (this.#worker.presentId === current.id) this.#worker.interrupt()
  }

  #awaken(): void {
    this.#wake.resolve()
    this.#wake = Promise.withResolvers()
  }

  /** Whether an order waits until the companion has healed. Orders that come at once do not wait. */
  #hasToWait({ order }: QueuedOrder): boolean {
    return this.#caution.isHiding && orderSpec(order.name).manner === 'task'
  }

  get #isStill(): boolean {
    return this.#parts.queue.isStopped && this.#parts.clock.tick < this.#stillUntil
  }

  async #execute(queued: QueuedOrder): Promise<void> {
    const { queue, memory, say } = this.#parts
    const { id, order, by } = queued
    const ending = await this.#worker.carryOut(order, queued)
    if (!ending) return
    queue.remove(id, ending)
    const title = orderTitle(order)
    const { ok, text } = ending
    memory.append('past', { title: title.slice(0, 200), by, result: text.slice(0, 300) })
    say(ok ? text : `I could not ${title}. ${text}`)
  }

  /** Does something that no person has ordered now. Any order interrupts it. */
  async #attend(duty: Duty): Promise<void> {
    const ending = await this.#worker.carryOut(duty.order)
    if (!ending || ending.ok) return
    this.#idle.rest(duty)
    this.#parts.say(`I could not ${orderTitle(duty.order)}. ${ending.text}`)
  }

  /** Waits for an order, and for the time to look for something to do. */
  async #rest(): Promise<void> {
    const { clock, resident } = this.#parts
    const over = new AbortController()
    const waited = clock.wait(IDLE_TICKS, over.signal).catch(() => {})
    await Promise.race([waited, this.#wake.promise, resident.ended])
    over.abort()
  }
}
