import type { Item } from 'prismarine-item'
import { Drag } from './drag.ts'
import { HOTBAR_SLOTS, HOTBAR_START, type Inventory, OFF_HAND } from './inventory.ts'
import type { Menu, SlotRange } from './menu.ts'
import { roomFor, type Slot } from './slot.ts'
import type { Stacks } from './stacks.ts'

/** A click in a window as sent by the client; no number is trusted. */
export interface Click {
  slot: number
  button: number
  mode: number
}

/** Slot number of a click outside the window. */
const OUTSIDE = -999

const MODE = {
  pick: 0,
  quickMove: 1,
  swap: 2,
  drop: 4,
  drag: 5,
  collect: 6,
} as const

/** Button number of the key that swaps with the off hand (1.16 and later). */
const OFF_HAND_KEY = 40

/** Effects of clicks on a window's slots and the player's cursor, in survival mode. */
export class Clicks {
  readonly #stacks: Stacks
  readonly #inventory: Inventory
  readonly #offHandKey: boolean
  readonly #throw: (item: Item) => void
  readonly #drag: Drag

  constructor(options: {
    stacks: Stacks
    inventory: Inventory
    offHandKey: boolean
    /** Throws a stack out of the window into the world. */
    throwOut: (item: Item) => void
  }) {
    this.#stacks = options.stacks
    this.#inventory = options.inventory
    this.#offHandKey = options.offHandKey
    this.#throw = options.throwOut
    this.#drag = new Drag(options.stacks, options.inventory)
  }

  /**
   * Performs a click. Impossible clicks do nothing.
   * @returns the stack that clients up to 1.16 must name in their packet.
   */
  apply(menu: Menu, click: Click): Item | null {
    if (click.mode === MODE.drag) {
      this.#drag.step(menu, click)
      return null
    }
    if (this.#drag.cancel()) return null
    const slot = menu.slots[click.slot]
    switch (click.mode) {
      case MODE.pick:
        return this.#pick(slot, click)
      case MODE.quickMove:
        return slot && click.button <= 1 ? this.#quickMoveAll(menu, slot, click.slot) : null
      case MODE.swap:
        if (slot) this.#swap(slot, click.button)
        return null
      case MODE.drop:
        if (slot) this.#drop(slot, click.button)
        return null
      case MODE.collect:
        if (slot) this.#collect(menu, slot, click.button)
        return null
      default:
        return null
    }
  }

  /** Cancels an unfinished drag. */
  reset(): void {
    this.#drag.cancel()
  }

  #pick(slot: Slot | undefined, { slot: index, button }: Click): Item | null {
    if (button !== 0 && button !== 1) return null
    if (index === OUTSIDE) this.#throwCursor(button)
    if (!slot) return null
    const { cursor } = this.#inventory
    const before = slot.item
    if (!before) {
      if (cursor && slot.accepts(cursor)) this.#place(slot, cursor, button)
    } else if (!cursor) {
      this.#inventory.cursor = slot.take(button === 0 ? before.count : Math.ceil(before.count / 2))
    } else if (slot.accepts(cursor)) {
      if (this.#stacks.mergeable(before, cursor)) this.#place(slot, cursor, button)
      else if (cursor.count <= roomFor(slot, cursor)) {
        slot.put(cursor)
        this.#inventory.cursor = before
      }
    } else if (
      this.#stacks.mergeable(before, cursor) &&
      before.count + cursor.count <= cursor.stackSize
    ) {
      slot.take(before.count)
      this.#inventory.cursor = this.#stacks.withCount(cursor, cursor.count + before.count)
    }
    return before
  }

  /** Places the cursor's whole stack (left button) or one item (right button). */
  #place(slot: Slot, cursor: Item, button: number): void {
    const there = slot.item?.count ?? 0
    const moved = Math.min(button === 0 ? cursor.count : 1, roomFor(slot, cursor) - there)
    if (moved <= 0) return
    slot.put(this.#stacks.withCount(cursor, there + moved))
    this.#inventory.cursor = this.#stacks.withCount(cursor, cursor.count - moved)
  }

  #throwCursor(button: number): void {
    const { cursor } = this.#inventory
    if (!cursor) return
    const thrown = this.#stacks.withCount(cursor, button === 0 ? cursor.count : 1)
    this.#inventory.cursor = this.#stacks.withCount(cursor, button === 0 ? 0 : cursor.count - 1)
    if (thrown) this.#throw(thrown)
  }

  /** Shift-clicks a slot, repeatedly while a crafting result renews itself. */
  #quickMoveAll(menu: Menu, slot: Slot, index: number): Item | null {
    let answer: Item | null = null
    let moved = this.#quickMove(menu, slot, index)
    while (moved && slot.item && this.#stacks.sameItem(slot.item, moved)) {
      answer = moved
      moved = this.#quickMove(menu, slot, index)
    }
    return answer
  }

  /** Returns the slot's stack if any of it moved. */
  #quickMove(menu: Menu, slot: Slot, index: number): Item | null {
    const { item } = slot
    if (!item) return null
    let left = item.count
    for (const range of menu.quickMove(index, item)) {
      left = this.#moveInto(menu, range, item)
      if (left < item.count) break
    }
    if (left === item.count) return null
    const taken = slot.take(item.count - left)
    const surplus = taken && this.#stacks.withCount(taken, taken.count - (item.count - left))
    if (surplus) this.#throw(surplus)
    return item
  }

  /** Merges into equal stacks, then one empty slot; returns the number of items left. */
  #moveInto(menu: Menu, { start, end, backwards }: SlotRange, item: Item): number {
    const slots = menu.slots.slice(start, end)
    if (backwards) slots.reverse()
    let left = item.count
    for (const slot of item.stackSize > 1 ? slots : []) {
      const there = slot.item
      if (left === 0) break
      if (!there || !this.#stacks.mergeable(there, item)) continue
      const moved = Math.min(left, roomFor(slot, item) - there.count)
      if (moved <= 0) continue
      slot.put(this.#stacks.withCount(there, there.count + moved))
      left -= moved
    }
    const empty = left > 0 && slots.find((slot) => !slot.item && slot.accepts(item))
    if (!empty) return left
    const moved = Math.min(left, roomFor(empty, item))
    empty.put(this.#stacks.withCount(item, moved))
    return left - moved
  }

  #swap(slot: Slot, button: number): void {
    const index = this.#swapIndex(button)
    if (index === undefined) return
    const { slots } = this.#inventory
    const there = slot.item
    const own = slots[index] ?? null
    if (own && !slot.accepts(own)) return
    if (own && own.count > roomFor(slot, own)) {
      if (there) return
      slots[index] = this.#stacks.withCount(own, own.count - roomFor(slot, own))
      slot.put(this.#stacks.withCount(own, roomFor(slot, own)))
      return
    }
    const taken = slot.take(there?.count ?? 0)
    slots[index] = taken
    if (own) slot.put(own)
  }

  #swapIndex(button: number): number | undefined {
    if (button >= 0 && button < HOTBAR_SLOTS) return HOTBAR_START + button
    return button === OFF_HAND_KEY && this.#offHandKey ? OFF_HAND : undefined
  }

  #drop(slot: Slot, button: number): void {
    if (this.#inventory.cursor || button < 0 || button > 1) return
    const dropped = slot.take(button === 0 ? 1 : (slot.item?.count ?? 0))
    if (dropped) this.#throw(dropped)
  }

  /** Double click: collects equal stacks onto the cursor, partial stacks first. */
  #collect(menu: Menu, clicked: Slot, button: number): void {
    const { cursor } = this.#inventory
    if (!cursor || clicked.item) return
    const slots = menu.slots.filter((slot) => slot !== menu.grid?.result)
    if (button !== 0) slots.reverse()
    let count = cursor.count
    for (const fullOnes of [false, true]) {
      for (const slot of slots) {
        const { item } = slot
        if (count >= cursor.stackSize) break
        if (!item || !this.#stacks.mergeable(item, cursor)) continue
        if (!fullOnes && item.count >= item.stackSize) continue
        count += slot.take(cursor.stackSize - count)?.count ?? 0
      }
    }
    this.#inventory.cursor = this.#stacks.withCount(cursor, count)
  }
}
