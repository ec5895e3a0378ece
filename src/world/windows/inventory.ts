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

/** What the windows need to know of changes that the rules make. */
export interface InventoryWatcher {
  /** @param slot one that the client is to be told of whatever it believes. */
  changed(slot?: number): void
  /** Closes the window that is open, its loose stacks put back. */
  closeWindow(): void
}

/**
 * What a player carries: slots of its window 0 (0-4 crafting, 5-8 armour, 9-35 main, 36-44 hotbar, 45
 * off hand), and the stack that its cursor carries while a window is open.
 */
export class Inventory {
  readonly slots: (Item | null)[] = new Array<Item | null>(INVENTORY_SLOTS).fill(null)
  /** Selected hotbar slot, 0-8. */
  held = 0
  cursor: Item | null = null
  #watcher: InventoryWatcher | undefined
  readonly #stacks: Stacks

  /** An empty inventory; tells nobody until it is watched. */
  constructor(stacks: Stacks) {
    this.#stacks = stacks
  }

  /** Tells `watcher` of changes from now on. */
  watch(watcher: InventoryWatcher): void {
    this.#watcher = watcher
  }

  get heldItem(): Item | null {
    return this.slots[HOTBAR_START + this.held] ?? null
  }

  /** Everything that is carried, what lies in the crafting grid and at the cursor included. */
  get all(): Item[] {
    return [...this.slots.slice(CRAFTING_START), this.cursor].filter((item) => item !== null)
  }

  /** What is worn, and in the off hand. */
  get worn(): Item[] {
    const worn = [...this.slots.slice(ARMOUR_START, MAIN_START), this.slots[OFF_HAND] ?? null]
    return worn.filter((item) => item !== null)
  }

  /** Puts a stack into free room as picking up does; returns how many did not fit. */
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
   * Replaces one slot and tells the client, also when it holds the same as before.
   * @throws RangeError when there is no such slot.
   */
  set(slot: number, item: Item | null): void {
    if (!Number.isInteger(slot) || slot < 0 || slot >= INVENTORY_SLOTS) {
      throw new RangeError(`no inventory slot ${slot}`)
    }
    this.slots[slot] = item
    this.#watcher?.changed(slot)
  }

  /** Uses up durability of the held tool; it breaks when none is left. */
  wearHeld(points: number): void {
    const { heldItem } = this
    if (heldItem) this.set(HOTBAR_START + this.held, this.#stacks.worn(heldItem, points))
  }

  /** Takes `count` off the held stack. */
  useHeld(count = 1): void {
    const { heldItem } = this
    if (!heldItem) return
    this.set(HOTBAR_START + this.held, this.#stacks.withCount(heldItem, heldItem.count - count))
  }

  /** Empties every slot, what lies in the crafting grid and on the cursor among them, and returns it all. */
  takeAll(): Item[] {
    this.#watcher?.closeWindow()
    const all = [...this.slots, this.cursor].filter((item) => item !== null)
    this.slots.fill(null)
    this.cursor = null
    this.#watcher?.changed()
    return all
  }

  /** Where picked up things join a stack first: in the hands, then the hotbar, then the rest. */
  #mergeOrder(): readonly number[] {
    return [HOTBAR_START + this.held, OFF_HAND, ...STORAGE_ORDER]
  }
}

/** Hotbar before main inventory. */
const STORAGE_ORDER: readonly number[] = [
  ...Array.from({ length: HOTBAR_SLOTS }, (_, i) => HOTBAR_START + i),
  ...Array.from({ length: HOTBAR_START - MAIN_START }, (_, i) => MAIN_START + i),
]
