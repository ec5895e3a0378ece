import type { Item } from 'prismarine-item'
import type { Stacks } from './stacks.ts'

/** One place in a window that a stack can lie in. */
export interface Slot {
  readonly item: Item | null
  /** Largest stack that fits, before the item's own limit. */
  readonly limit: number
  /** Whether a player may put the item there. */
  accepts(item: Item): boolean
  put(item: Item | null): void
  /** Takes up to `count` out; the result of crafting only comes as a whole. */
  take(count: number): Item | null
}

interface SlotRules {
  limit?: number
  accepts?: (item: Item) => boolean
  /** Called after each change with what lay there before. */
  changed?: (before: Item | null) => void
}

/** A slot that is one place of an array of stacks. */
export class StorageSlot implements Slot {
  readonly limit: number
  readonly #stacks: Stacks
  readonly #storage: (Item | null)[]
  readonly #index: number
  readonly #rules: SlotRules

  constructor(stacks: Stacks, storage: (Item | null)[], index: number, rules: SlotRules = {}) {
    this.limit = rules.limit ?? 64
    this.#stacks = stacks
    this.#storage = storage
    this.#index = index
    this.#rules = rules
  }

  get item(): Item | null {
    return this.#storage[this.#index] ?? null
  }

  accepts(item: Item): boolean {
    return this.#rules.accepts?.(item) ?? true
  }

  put(item: Item | null): void {
    const before = this.item
    this.#storage[this.#index] = item
    this.#rules.changed?.(before)
  }

  take(count: number): Item | null {
    const { item } = this
    if (!item || count <= 0) return null
    const taken = Math.min(count, item.count)
    this.put(this.#stacks.withCount(item, item.count - taken))
    return this.#stacks.withCount(item, taken)
  }
}

/** Room in a slot for one more kind of stack: its largest count there. */
export function roomFor(slot: Slot, item: Item): number {
  return Math.min(slot.limit, item.stackSize)
}
