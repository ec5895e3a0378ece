import type { Item } from 'prismarine-item'
import type { Stacks } from './stacks.ts'

/** Slot numbers of the player's own window. */
const CRAFTING_START = 1
const ARMOUR_START = 5
export const MAIN_START = 9
export const HOTBAR_START = 36
export const HOTBAR_SLOTS = 9
export const OFF_HAND = 45
const INVENTORY_SLOTS = 46

/** Receives the changes that the rules make to an inventory. */
export interface InventoryWatcher {
  /** @param slot a slot that must be sent even if the client seems to know it. */
  changed(slot?: number): void
  /** Closes the open window and returns loose stacks. */
  closeWindow(): void
}

/**
 * A player's inventory: the slots of window 0 (0-4 crafting, 5-8 armour, 9-35 main, 36-44 hotbar, 45 off hand), and
 * the cursor's stack while a window is open.
 */
export class Inventory {
  readonly slots: (Item | null)[] = new Array<Item | null>(INVENTORY_SLOTS).fill(null)
  /** Selected hotbar slot, 0-8. */
  held = 0
  cursor: Item | null = null
  #watcher: InventoryWatcher | undefined
  readonly #stacks: Stacks

  /** An inventory without a watcher, by default empty. */
  constructor(stacks: Stacks, slots: readonly (Item | null)[] = []) {
    this.#stacks = stacks
    slots.forEach((item, slot) => {
      this.slots[slot] = item
    })
  }

  /** Sets the watcher of changes. */
  watch(watcher: InventoryWatcher): void {
    this.#watcher = watcher
  }

  get heldItem(): Item | null {
    return this.slots[HOTBAR_START + this.held] ?? null
  }

  /** Every item carried, including those in the crafting grid and on the cursor. */
  get all(): Item[] {
    return [...this.slots.slice(CRAFTING_START), this.cursor].filter((item) => item !== null)
  }

  /** Armour and off-hand item. */
  get worn(): Item[] {
    const worn = [...this.slots.slice(ARMOUR_START, MAIN_START), this.slots[OFF_HAND] ?? null]
    return worn.filter((item) => item !== null)
  }

  /** Adds a stack where a picked-up item goes; returns the number of items that did not fit. */
  give(item: Item): number {
    let left = item.count
    for (const slot of this.#mergeOrder()) {
      const there = this.slots[slot]
      if (left === 0) break
      if (!there || there.count >= there.stackSize || !this.#stacks.mergeable(there, item)) continue
      const moved = Math.min(left, there.stackSize - there.count)
      this.slots[slot] = this.#stacks.withCount(there, there.count + moved)
      left -= moved
    }
    for (const slot of STORAGE_ORDER) {
      if (left === 0) break
      if (this.slots[slot]) continue
      const moved = Math.min(left, item.stackSize)
      this.slots[slot] = this.#stacks.withCount(item, moved)
      left -= moved
    }
    if (left < item.count) this.#watcher?.changed()
    return left
  }

  /**
   * Sets one slot and sends it to the client, even if unchanged.
   * @throws RangeError when the slot does not exist.
   */
  set(slot: number, item: Item | null): void {
    if (!Number.isInteger(slot) || slot < 0 || slot >= INVENTORY_SLOTS) {
      throw new RangeError(`no inventory slot ${slot}`)
    }
    this.slots[slot] = item
    this.#watcher?.changed(slot)
  }

  /** Wears the held tool, which breaks when its durability is used up. */
  wearHeld(points: number): void {
    const { heldItem } = this
    if (heldItem) this.set(HOTBAR_START + this.held, this.#stacks.worn(heldItem, points))
  }

  /** Removes `count` items from the held stack. */
  useHeld(count = 1): void {
    const { heldItem } = this
    if (!heldItem) return
    this.set(HOTBAR_START + this.held, this.#stacks.withCount(heldItem, heldItem.count - count))
  }

  /** Empties every slot, the crafting grid and the cursor, and returns all stacks. */
  takeAll(): Item[] {
    this.#watcher?.closeWindow()
    const all = [...this.slots, this.cursor].filter((item) => item !== null)
    this.slots.fill(null)
    this.cursor = null
    this.#watcher?.changed()
    return all
  }

  /** Slots that picked-up items merge into, in order: the hands, the hotbar, the rest. */
  #mergeOrder(): readonly number[] {
    return [HOTBAR_START + this.held, OFF_HAND, ...STORAGE_ORDER]
  }
}

/** Hotbar before main inventory. */
const STORAGE_ORDER: readonly number[] = [
  ...Array.from({ length: HOTBAR_SLOTS }, (_, i) => HOTBAR_START + i),
  ...Array.from({ length: HOTBAR_START - MAIN_START }, (_, i) => MAIN_START + i),
]
