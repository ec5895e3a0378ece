import type { Item } from 'prismarine-item'
import type { CraftingGrid } from './crafting-grid.ts'
import { HOTBAR_START, type Inventory, MAIN_START, OFF_HAND } from './inventory.ts'
import { type Slot, StorageSlot } from './slot.ts'
import type { Stacks } from './stacks.ts'

/** Slots from `start` to `end` - 1; `backwards` when they fill from the last one. */
export interface SlotRange {
  start: number
  end: number
  backwards?: boolean
}

/** How a window is announced: its type, its title, and its number of slots. */
export interface MenuKind {
  /** Window types from 1.14 on, and before. */
  readonly type: string
  readonly legacyType: string
  /** Translation key of the title. */
  readonly title: string
  /** Slot count of the packet before 1.14. */
  readonly legacySlots: number
}

/** The slots of a window and its rules. */
export interface Menu {
  /** Undefined for the player's own window, which is not announced. */
  readonly kind: MenuKind | undefined
  readonly slots: readonly Slot[]
  /** First of the 36 slots that show the player's inventory. */
  readonly inventoryStart: number
  readonly grid?: CraftingGrid
  /** Destinations of a shift-clicked stack; only the first that accepts any of it is used. */
  quickMove(index: number, item: Item): readonly SlotRange[]
  /** Whether the player may still use the window. */
  valid(): boolean
  /** Called once when the window closes. */
  closed?(): void
  /** Values of a furnace's progress bars. */
  properties?(): readonly number[]
}

/** Number of slots for the player's main inventory and hotbar in every window. */
export const SHARED_SLOTS = OFF_HAND - MAIN_START
/** Number of those in the main inventory. */
const MAIN_SLOTS = HOTBAR_START - MAIN_START

/** Slots for the player's main inventory and hotbar, as part of a window. */
export function sharedSlots(stacks: Stacks, inventory: Inventory): Slot[] {
  return Array.from(
    { length: SHARED_SLOTS },
    (_, i) => new StorageSlot(stacks, inventory.slots, MAIN_START + i),
  )
}

/** Destination of shift-clicks between main inventory and hotbar. */
export function betweenMainAndHotbar(index: number, inventoryStart: number): SlotRange {
  const hotbar = inventoryStart + MAIN_SLOTS
  return index < hotbar
    ? { start: hotbar, end: inventoryStart + SHARED_SLOTS }
    : { start: inventoryStart, end: hotbar }
}
