import type { QueuedOrder } from '#play/order-queue'
import { orderSpec, orderTitle } from '#play/orders'

/** A line of the companion about the end of an order. */
const ENDING =
  /^(?:Done|I have|I am|I gave|It is in|I placed|I wear|I dig nothing|I remember \w+ at)/
/** Time from a line of an owner until it has removed orders from the list, on simulated time (ticks). */
const CONTROL_TICKS = 3

/** Accounts for every order on a companion's list: how it came and how it went. */
export class OrderLedger {
  readonly counts = { orders: 0, done: 0, failed: 0, dropped: 0, lost: 0, 'by strangers': 0 }
  readonly #owners: readonly string[]
  readonly #controlTicks: number
  #present = new Map<number, QueuedOrder>()
  #controlledAt = Number.NEGATIVE_INFINITY

  /**
   * @param owners the players whose chat gives orders.
   * @param controlTicks time from a line of an owner until it has removed orders from the list.
   */
  constructor(owners: readonly string[], controlTicks = CONTROL_TICKS) {
    this.#owners = owners
    this.#controlTicks = controlTicks
  }

  /** An owner has said something, which may end orders: "stop", "never mind", or another order. */
  control(tick: number): void {
    this.#controlledAt = tick
  }

  /**
   * Compares the list with that of the last tick.
   * @param lines what the companion has said since then.
   * @returns the orders that have ended without being done.
   */
  tick(orders: readonly QueuedOrder[], lines: readonly string[], tick: number): QueuedOrder[] {
    const now = new Map(orders.map((one) => [one.id, one]))
    for (const [id, { by }] of now) {
      if (this.#present.has(id)) continue
      this.counts.orders++
      if (by !== null && !this.#owners.includes(by)) this.counts['by strangers']++
    }
    const gone = [...this.#present.values()].filter(({ id }) => !now.has(id))
    this.#present = now
    for (const one of gone) this.#note(one, lines, tick)
    const isDone = lines.some((line) => line.startsWith('Done'))
    return isDone ? [] : gone
  }

  #note({ order }: QueuedOrder, lines: readonly string[], tick: number): void {
    const { counts } = this
    const title = orderTitle(order)
    const isOpenEnded = orderSpec(order.name).manner === 'until-told'
    if (lines.some((line) => line.startsWith(`I could not ${title}`))) counts.failed++
    else if (lines.some((line) => ENDING.test(line))) counts.done++
    else if (tick - this.#controlledAt <= this.#controlTicks || isOpenEnded) counts.dropped++
    else {
      counts.lost++
      console.log(`${tick} LOST ${title}: ${lines.join(' | ')}`)
    }
  }
}
