import type { Workplace } from '#life/resident'
import { Caution, type HidingReason } from './caution.ts'
import type { CompanionParts } from './companion-parts.ts'
import { Duties, type Duty } from './duties.ts'
import type { QueuedOrder } from './order-queue.ts'
import { failureText } from './order-run.ts'
import type { OrderWorker } from './order-worker.ts'
import { orderSpec, orderTitle } from './orders.ts'

/** Time between two looks for something to do without orders (ticks). */
const IDLE_TICKS = 200
/** Time after "stop" in which it does nothing but save its life (ticks). */
const STILL_TICKS = 200

/** What the companion says when it begins to hide. */
const HIDING: Readonly<Record<HidingReason, string>> = {
  hurt: 'I am hurt, and it is night: I hide until I have healed.',
  unarmed: 'I have no weapon, and I see monsters: I hide until morning.',
}

/** Decides what the companion does next: carry out an order, stand still, go about a duty of its own, or wait. */
export class Routine {
  readonly #parts: CompanionParts
  readonly #worker: OrderWorker
  readonly #onBusy: (isBusy: boolean) => void
  readonly #caution = new Caution()
  readonly #duties: Duties
  #wake = Promise.withResolvers<void>()
  #isOver = false
  /** The order of which it has said that it waits while the companion hides. */
  #excused: number | undefined
  /** What it does without an order, in words. */
  #duty: string | null = null
  /** Tick until which it stands still, unless an order comes. */
  #stillUntil = Number.NEGATIVE_INFINITY

  /** @param onBusy called when the companion begins to carry out orders, and when it has nothing to do. */
  constructor(parts: CompanionParts, worker: OrderWorker, onBusy: (isBusy: boolean) => void) {
    this.#parts = parts
    this.#worker = worker
    this.#onBusy = onBusy
    this.#duties = new Duties(parts.memory, parts.clock)
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
        const duty = this.#duties.before(current.order, workplace)
        await (duty ? this.#attend(duty) : this.#execute(current))
        this.#awaken()
      } else if (workplace && this.#isStill) {
        note(false)
        await this.#worker.standStill(this.#stillUntil - this.#parts.clock.tick)
      } else {
        const isFree = !current && !queue.isStopped
        const duty = workplace && isFree ? this.#duties.next(workplace) : null
        note(duty !== null)
        await (duty ? this.#attend(duty) : this.#rest())
      }
    }
    note(false)
    this.#awaken()
  }

  /** What it does now without an order, as after "I will"; null for nothing. */
  get duty(): string | null {
    return this.#duty
  }

  /** Why the present order waits while the companion hides; null if it does not. */
  get hidesFor(): HidingReason | null {
    const { current } = this.#parts.queue
    return current && this.#hasToWait(current) ? this.#caution.hidesFor : null
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

  /** A person wants it to work, unless that only ends a "stop". */
  continue(): void {
    if (this.#parts.queue.isStopped) this.#excused = undefined
    else this.#caution.overrule()
  }

  /** Interrupts a task while the companion has to hide, and says so once. Call this often. */
  takeCare(workplace: Workplace): void {
    this.#caution.look(workplace)
    const { hidesFor } = this.#caution
    if (!hidesFor) this.#excused = undefined
    const { current } = this.#parts.queue
    if (!hidesFor || !current || !this.#hasToWait(current)) return
    this.#worker.interrupt()
    if (this.#excused === current.id) return
    this.#excused = current.id
    this.#parts.say(`${HIDING[hidesFor]} Say "continue" to overrule me.`)
  }

  #awaken(): void {
    this.#wake.resolve()
    this.#wake = Promise.withResolvers()
  }

  /** Whether an order waits until the companion has healed. Orders that come at once do not wait. */
  #hasToWait({ order }: QueuedOrder): boolean {
    return this.#caution.hidesFor !== null && orderSpec(order.name).manner === 'task'
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
    const { ok, text } = ending
    memory.append('past', {
      title: orderTitle(order).slice(0, 200),
      by,
      result: text.slice(0, 300),
    })
    say(ok ? text : failureText(order, ending))
  }

  /** Does something that no person has ordered now. Any order interrupts it. */
  async #attend(duty: Duty): Promise<void> {
    this.#duty = orderTitle(duty.order)
    const ending = await this.#worker.carryOut(duty.order)
    this.#duty = null
    if (!ending || ending.ok) return
    this.#duties.rest(duty)
    this.#parts.say(failureText(duty.order, ending))
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
