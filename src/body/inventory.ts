import type { Bot } from 'mineflayer'
import type { Item } from 'prismarine-item'
import type { Registry } from '#knowledge/registry'
import type { Unsubscribe } from './listen.ts'

/** Item counts by kind. */
export type Carried = Record<string, number>

/** Armour and off-hand slots of the player's window. */
const WORN_SLOTS = [5, 6, 7, 8, 45] as const

/** The agent's items, as last confirmed by the server. */
export class Inventory {
  readonly #bot: Bot
  readonly #registry: Registry

  constructor(bot: Bot, registry: Registry) {
    this.#bot = bot
    this.#registry = registry
  }

  /** Counts of all items carried and worn, by kind. */
  get counts(): Carried {
    const counts: Carried = {}
    for (const item of [...this.items, ...this.worn]) {
      const name = this.#registry.itemName(item)
      counts[name] = (counts[name] ?? 0) + item.count
    }
    return counts
  }

  /** The stack in each slot of the player's window. */
  get slots(): readonly (Item | null)[] {
    return this.#bot.inventory.slots
  }

  /** The selected hotbar slot, as a slot of the player's window. */
  get handSlot(): number {
    return this.#bot.inventory.hotbarStart + (this.#bot.quickBarSlot ?? 0)
  }

  /** Stacks in the main inventory and the hotbar. */
  get items(): Item[] {
    return this.#bot.inventory.items()
  }

  /** Stacks in the four armour slots and the off hand. */
  get worn(): Item[] {
    return WORN_SLOTS.flatMap((slot) => this.slots[slot] ?? [])
  }

  /** Kinds of the items in {@link worn}. */
  get wornKinds(): string[] {
    return this.worn.map((item) => this.#registry.itemName(item))
  }

  /** The held item; null for an empty hand. */
  get held(): Item | null {
    return this.#bot.heldItem
  }

  /** Number of empty slots in the main inventory and the hotbar. */
  get freeSlots(): number {
    return this.#bot.inventory.emptySlotCount()
  }

  /** Stacks of the given kinds in the main inventory and the hotbar, the smallest first. */
  stacksOf(kinds: Iterable<string>): Item[] {
    const wanted = new Set(kinds)
    return this.items
      .filter((item) => wanted.has(this.#registry.itemName(item)))
      .sort((a, b) => a.count - b.count)
  }

  /** Calls a handler when a slot changes. */
  onChange(handler: () => void): Unsubscribe {
    const { inventory } = this.#bot
    inventory.on('updateSlot', handler)
    return () => {
      inventory.off('updateSlot', handler)
    }
  }
}
