import type { OrderDesk, OrderReply, OrderState, OrderView, Talk } from '#mcp/order-desk'
import type { Companion } from './companion.ts'
import { orderSpec, orderTitle, type TaskOrder } from './orders.ts'

/** Limit on the lines that are kept. */
const MAX_LINES = 100

/** Keeps what a companion says, for those who read it later. */
export class Transcript {
  readonly #lines: string[] = []
  #dropped = 0

  add(line: string): void {
    this.#lines.push(line)
    if (this.#lines.length <= MAX_LINES) return
    this.#lines.shift()
    this.#dropped++
  }

  /** The lines since a place in the talk; 0 for all that are kept. */
  since(place: number): Talk {
    const missed = Math.max(0, this.#dropped - place)
    const lines = this.#lines.slice(Math.max(0, place - this.#dropped))
    return { lines, missed, next: this.#dropped + this.#lines.length }
  }
}

/** A companion as programs see it that give it orders. */
export class CompanionDesk implements OrderDesk {
  readonly #companion: Companion
  readonly #transcript: Transcript

  constructor(companion: Companion, transcript: Transcript) {
    this.#companion = companion
    this.#transcript = transcript
  }

  get step(): string {
    return this.#companion.step
  }

  /** Reads a line like one that is typed at the terminal. @param asker who answers if the companion asks back. */
  order(text: string, asker: string): OrderReply {
    return this.#companion.hear(text, null, true, asker)
  }

  list(): OrderView[] {
    return this.#companion.orders.map(({ id }) => this.find(id)).filter((one) => one !== undefined)
  }

  find(id: number): OrderView | undefined {
    const { orders } = this.#companion
    const open = orders.find((one) => one.id === id)
    if (open) {
      const isPresent = open === orders.find(({ held }) => !held)
      const kind = open.held ? 'on-hold' : isPresent ? 'present' : 'waiting'
      return viewOf(id, open.order, { kind })
    }
    const past = this.#companion.past(id)
    if (!past) return undefined
    const { order, ending } = past
    if (!ending) return viewOf(id, order, { kind: 'dropped' })
    return viewOf(id, order, { kind: ending.ok ? 'done' : 'failed', text: ending.text })
  }

  changed(): Promise<void> {
    return this.#companion.changed()
  }

  said(since: number): Talk {
    return this.#transcript.since(since)
  }
}

function viewOf(id: number, order: TaskOrder, state: OrderState): OrderView {
  const isOpenEnded = orderSpec(order.name).manner === 'until-told'
  return { id, title: orderTitle(order), isOpenEnded, state }
}
