import type { Inventory } from './inventory.ts'
import type { Menu } from './menu.ts'
import { roomFor, type Slot } from './slot.ts'
import type { Stacks } from './stacks.ts'

/** Phases of a drag (low two bits of the button), and its types (next two bits). */
const START = 0
const ADD = 1
const END = 2
const SPLIT_EVENLY = 0
const ONE_EACH = 1

/** Distributing a stack over slots by dragging: a start click, a click for each slot, an end click. */
export class Drag {
  readonly #stacks: Stacks
  readonly #inventory: Inventory
  #kind: number | undefined
  readonly #slots = new Set<Slot>()

  constructor(stacks: Stacks, inventory: Inventory) {
    this.#stacks = stacks
    this.#inventory = inventory
  }

  /** Cancels a drag; returns false when there was none. */
  cancel(): boolean {
    const dragging = this.#kind !== undefined
    this.#kind = undefined
    this.#slots.clear()
    return dragging
  }

  step(menu: Menu, { slot: index, button }: { slot: number; button: number }): void {
    const phase = button & 3
    const kind = (button >> 2) & 3
    const { cursor } = this.#inventory
    const possible = cursor && (kind === SPLIT_EVENLY || kind === ONE_EACH)
    if (!possible || (phase === START) === (this.#kind !== undefined)) {
      this.cancel()
    } else if (phase === START) {
      this.#kind = kind
    } else if (phase === ADD) {
      const slot = menu.slots[index]
      if (slot && cursor.count > this.#slots.size && this.#takes(slot)) this.#slots.add(slot)
    } else {
      if (phase === END) this.#spread()
      this.cancel()
    }
  }

  #takes(slot: Slot): boolean {
    const { cursor } = this.#inventory
    if (!cursor?.count || !slot.accepts(cursor)) return false
    return !slot.item || this.#stacks.mergeable(slot.item, cursor)
  }

  #spread(): void {
    const { cursor } = this.#inventory
    if (!cursor || this.#slots.size === 0) return
    const share = this.#kind === SPLIT_EVENLY ? Math.floor(cursor.count / this.#slots.size) : 1
    let left = cursor.count
    for (const slot of this.#slots) {
      if (!this.#takes(slot)) continue
      const there = slot.item?.count ?? 0
      const moved = Math.min(share, left, Math.max(0, roomFor(slot, cursor) - there))
      if (moved === 0) continue
      slot.put(this.#stacks.withCount(cursor, there + moved))
      left -= moved
    }
    this.#inventory.cursor = this.#stacks.withCount(cursor, left)
  }
}
