import { orderSpec, type TaskOrder } from './orders.ts'

/** An order in the queue. */
export interface QueuedOrder {
  readonly id: number
  readonly order: TaskOrder
  /** Player who gave it; null for the terminal. */
  readonly by: string | null
  /** Waits for "continue". */
  readonly held: boolean
  /** What it has achieved, so that nothing is done twice after a restart; null before the first step. */
  readonly progress: OrderProgress | null
}

/** What an order has achieved. */
export interface OrderProgress {
  /** How many of the wanted item the agent carried before the order. */
  readonly before: number
  /** How many items were handed over. */
  readonly given: number
  /** What the agent carried of them when it began to hand over; null before that. */
  readonly carriedAtGiving: number | null
  /** Where it builds; omitted for orders that build nothing. */
  readonly site?: BuildingSite | undefined
}

/** How an order ended, in words for the person who gave it. */
export interface Ending {
  readonly ok: boolean
  readonly text: string
}

/** An order that is over, and how it ended: null if it was dropped. */
interface PastOrder {
  readonly order: TaskOrder
  readonly ending: Ending | null
}

/** Where the agent builds from a file. */
export interface BuildingSite {
  /** The corner with the lowest coordinates. */
  readonly x: number
  readonly y: number
  readonly z: number
  readonly dimension: string
  /** The wood in place of the file's; null for the file's own. */
  readonly wood: string | null
}

/** Limit on the orders that wait. */
export const MAX_ORDERS = 32
/** Limit on the orders that are over and still known. */
const MAX_OVER = 64

/** Where the queue is kept between processes. */
export interface QueueStore {
  load(): readonly QueuedOrder[]
  save(orders: readonly QueuedOrder[]): void
}

export type Admission = 'queued' | 'at-once' | 'already' | 'full'

/** The orders that wait and the present one, which is the first that is not held. Every change is saved at once. */
export class OrderQueue {
  readonly #store: QueueStore
  #orders: QueuedOrder[]
  #last: number
  #isStopped = false
  readonly #over = new Map<number, PastOrder>()

  constructor(store: QueueStore) {
    this.#store = store
    this.#orders = store.load().slice(0, MAX_ORDERS)
    this.#last = Math.max(0, ...this.#orders.map(({ id }) => id))
  }

  /** All orders, the present one first. */
  get all(): readonly QueuedOrder[] {
    return this.#orders
  }

  /** The order to execute; undefined for none. */
  get current(): QueuedOrder | undefined {
    return this.#orders.find(({ held }) => !held)
  }

  /** Whether the agent stands still until it gets an order. */
  get isStopped(): boolean {
    return this.#isStopped
  }

  /** The orders behind the present one, the held ones included. */
  get waiting(): readonly QueuedOrder[] {
    const { current } = this
    return this.#orders.filter((one) => one !== current)
  }

  /** An order by its id, as it is now; undefined once it is over. */
  find(id: number): QueuedOrder | undefined {
    return this.#orders.find((one) => one.id === id)
  }

  /** A recent order that is over; undefined for any other. */
  past(id: number): PastOrder | undefined {
    return this.#over.get(id)
  }

  /**
   * Takes an order on.
   * @param first whether it comes before all others.
   * @param previous the order that has to be over before ("get 3 logs, then come"); null for none.
   */
  add(
    order: TaskOrder,
    by: string | null,
    first = false,
    previous: TaskOrder | null = null,
  ): Admission {
    const { manner } = orderSpec(order.name)
    const same = JSON.stringify(order)
    const isSame = (one: QueuedOrder) => !one.held && JSON.stringify(one.order) === same
    const isKnown = this.#orders.some(isSame)
    // Another order ends what lasts until then, even if it is on the list already.
    const kept = this.#orders.filter(
      (one) =>
        one.held || orderSpec(one.order.name).manner !== 'until-told' || (!first && isSame(one)),
    )
    if (isKnown && !first) {
      this.#set(kept)
      return 'already'
    }
    if (kept.length >= MAX_ORDERS) return 'full'
    this.#isStopped = false
    const added = { id: ++this.#last, order, by, held: false, progress: null }
    if (!first && manner === 'task') {
      this.#set([...kept, added])
      return 'queued'
    }
    const before = previous && JSON.stringify(previous)
    const place = kept.findLastIndex(
      (one) => !one.held && !first && JSON.stringify(one.order) === before,
    )
    this.#set([...kept.slice(0, place + 1), added, ...kept.slice(place + 1)])
    return place < 0 ? 'at-once' : 'queued'
  }

  /** An order was dropped, or has ended. */
  remove(id: number, ending: Ending | null = null): void {
    this.#set(
      this.#orders.filter((one) => one.id !== id),
      ending,
    )
  }

  /** Writes down what an order has achieved. */
  progress(id: number, progress: OrderProgress): void {
    this.#set(this.#orders.map((one) => (one.id === id ? { ...one, progress } : one)))
  }

  /** Holds all orders until {@link resume}. */
  hold(): void {
    // Standing still ends what lasts until another order, and walks, but not those that wait for a task.
    const firstTask = this.#orders.findIndex(
      (one) => !one.held && orderSpec(one.order.name).manner === 'task',
    )
    const kept = this.#orders.filter(({ held, order }, index) => {
      const { manner } = orderSpec(order.name)
      return held || manner === 'task' || (manner === 'now' && firstTask >= 0 && index > firstTask)
    })
    this.#set(kept.map((one) => ({ ...one, held: true })))
    this.#isStopped = true
  }

  /** Releases all held orders, and ends what lasts until another order. @returns how many orders wait now. */
  resume(): number {
    const kept = this.#orders.filter((one) => orderSpec(one.order.name).manner !== 'until-told')
    this.#set(kept.map((one) => ({ ...one, held: false })))
    this.#isStopped = false
    return kept.length
  }

  /** Drops all orders. @returns how many. */
  clear(): number {
    const { length } = this.#orders
    this.#set([])
    return length
  }

  #set(orders: QueuedOrder[], ending: Ending | null = null): void {
    const kept = new Set(orders.map(({ id }) => id))
    for (const { id, order } of this.#orders)
      if (!kept.has(id)) this.#over.set(id, { order, ending })
    for (const id of [...this.#over.keys()].slice(0, -MAX_OVER)) this.#over.delete(id)
    this.#orders = orders
    this.#store.save(orders)
  }
}
