import type { Bot } from 'mineflayer'
import type { Item } from 'prismarine-item'
import type { Registry } from '#knowledge/registry'
import type { Unsubscribe } from './listen.ts'

/** How many of each item kind a body carries. */
export type Carried = Record<string, number>

/** Slots of the player's window that are worn or held in the off hand. */
const WORN_SLOTS = [5, 6, 7, 8, 45] as const

/** What a body carries and wears, as the server last said. */
export class Inventory {
  readonly #bot: Bot
  readonly #registry: Registry

  constructor(bot: Bot, registry: Registry) {
    this.#bot = bot
    this.#registry = registry
  }

  /** Everything that is carried and worn, by kind. */
  get counts(): Carried {
    const counts: Carried = {}
    for (const item of [...this.items, ...this.worn]) {
      const name = this.#registry.itemName(item)
      counts[name] = (counts[name] ?? 0) + item.count
    }
    return counts
  }

  /** What lies in each slot of the player's window. */
  get slots(): readonly (Item | null)[] {
    return this.#bot.inventory.slots
  }

  /** Slot of the player's window that is in the hand. */
  get handSlot(): number {
    return this.#bot.inventory.hotbarStart + (this.#bot.quickBarSlot ?? 0)
  }

  /** Stacks in the main inventory and the hotbar. */
  get items(): Item[] {
    return this.#bot.inventory.items()
  }

  /** What is worn on the four armour slots and held in the off hand. */
  get worn(): Item[] {
    return WORN_SLOTS.flatMap((slot) => this.slots[slot] ?? [])
  }

  /** Kinds of what is worn or held in the off hand. */
  get wornKinds(): string[] {
    return this.worn.map((item) => this.#registry.itemName(item))
  }

  /** What is in the hand; null for nothing. */
  get held(): Item | null {
    return this.#bot.heldItem
  }

  /** Free slots of the main inventory and the hotbar. */
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

  /** Calls back whenever a slot changes. */
  onChange(handler: () => void): Unsubscribe {
    const { inventory } = this.#bot
    inventory.on('updateSlot', handler)
    return () => {
      inventory.off('updateSlot', handler)
    }
  }
}
