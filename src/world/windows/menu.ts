import type { Item } from 'prismarine-item'
import type { CraftingGrid } from './crafting-grid.ts'
import { HOTBAR_START, type Inventory, MAIN_START, OFF_HAND } from './inventory.ts'
import { type Slot, StorageSlot } from './slot.ts'
import type { Stacks } from './stacks.ts'

/** Slots from `start` to before `end`; `backwards` when they are filled from the last one on. */
export interface SlotRange {
  start: number
  end: number
  backwards?: boolean
}

/** How a window is announced: its name in the game, its title, and its slots above the inventory. */
export interface MenuKind {
  /** Window types from 1.14 on and before. */
  readonly type: string
  readonly legacyType: string
  /** Translation key of the title. */
  readonly title: string
  /** Slots as the packet before 1.14 counts them. */
  readonly legacySlots: number
}

/** The slots of a window and its rules, whoever looks at it. */
export interface Menu {
  /** Undefined for the player's own window, which is never announced. */
  readonly kind: MenuKind | undefined
  readonly slots: readonly Slot[]
  /** First slot of the 36 that show the player's inventory. */
  readonly inventoryStart: number
  readonly grid?: CraftingGrid
  /** Ranges that a shift-clicked stack goes to; the first that takes any of it is the only one. */
  quickMove(index: number, item: Item): readonly SlotRange[]
  /** Whether the player still may use it. */
  valid(): boolean
  /** Values of a furnace's progress bars. */
  properties?(): readonly number[]
}

/** Number of slots that every window has for the player's main inventory and hotbar. */
export const SHARED_SLOTS = OFF_HAND - MAIN_START
/** Of these, the slots of the main inventory. */
const MAIN_SLOTS = HOTBAR_START - MAIN_START

/** The player's main inventory and hotbar as every window shows them. */
export function sharedSlots(stacks: Stacks, inventory: Inventory): Slot[] {
  return Array.from(
    { length: SHARED_SLOTS },
    (_, i) => new StorageSlot(stacks, inventory.slots, MAIN_START + i),
  )
}

/** Where shift-clicks go between the main inventory and the hotbar of a window. */
export function betweenMainAndHotbar(index: number, inventoryStart: number): SlotRange {
  const hotbar = inventoryStart + MAIN_SLOTS
  return index < hotbar
    ? { start: hotbar, end: inventoryStart + SHARED_SLOTS }
    : { start: inventoryStart, end: hotbar }
}
