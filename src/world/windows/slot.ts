import type { Item } from 'prismarine-item'
import type { Stacks } from './stacks.ts'

/** A slot of a window. */
export interface Slot {
  readonly item: Item | null
  /** Maximum count, before the item's own stack size. */
  readonly limit: number
  /** Whether a player may put the item into the slot. */
  accepts(item: Item): boolean
  put(item: Item | null): void
  /** Takes up to `count` items; a crafting result only comes as a whole. */
  take(count: number): Item | null
}

interface SlotRules {
  limit?: number
  accepts?: (item: Item) => boolean
  /** Called after each change with the previous stack. */
  changed?: (before: Item | null) => void
}

/** A slot backed by one element of an array of stacks. */
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

/** Maximum count of an item in a slot. */
export function roomFor(slot: Slot, item: Item): number {
  return Math.min(slot.limit, item.stackSize)
}
