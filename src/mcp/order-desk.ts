/** What a companion offers to MCP clients that give it orders. */
export interface OrderDesk {
  /**
   * Reads orders in plain words, as those typed at the companion's terminal.
   * @param asker the client, which answers if the companion asks back.
   */
  order(text: string, asker: string): OrderReply
  /** The orders that are not over, the present one first. */
  list(): readonly OrderView[]
  /** An order by its number; undefined for one that never was, or was over long ago. */
  find(id: number): OrderView | undefined
  /** What it is doing now, in words. */
  readonly step: string
  /** Resolves at the next change of the list. */
  changed(): Promise<void>
  /** What it has said since a place in its talk. @param since 0 for all that is kept. */
  said(since: number): Talk
}

/** What the companion answers to a line at once. */
export interface OrderReply {
  readonly says: readonly string[]
  /** Numbers of the orders that it took on its list. */
  readonly taken: readonly number[]
}

export interface Talk {
  readonly lines: readonly string[]
  /** Number of earlier lines that are no longer kept. */
  readonly missed: number
  /** The place from which to continue. */
  readonly next: number
}

/** How far an order is. */
export type OrderState =
  | { readonly kind: 'present' | 'waiting' | 'on-hold' | 'dropped' }
  | { readonly kind: 'done' | 'failed'; readonly text: string }

export interface OrderView {
  readonly id: number
  readonly title: string
  /** Whether it lasts until another order comes. */
  readonly isOpenEnded: boolean
  readonly state: OrderState
}
