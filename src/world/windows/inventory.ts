import type { Item } from 'prismarine-item'
import type { Game } from '../game.ts'
import type { Player } from '../player.ts'

/** Slot numbers of the player's own window. */
export const HOTBAR_START = 36
export const INVENTORY_SLOTS = 46

/** What a player carries: slots of its window 0 (0-4 crafting, 5-8 armour, 9-35 main, 36-44 hotbar, 45 off hand). */
export interface Inventory {
  readonly slots: (Item | null)[]
  /** Selected hotbar slot, 0-8. */
  readonly held: number
  readonly heldItem: Item | null
  /** Puts a stack into free room as picking up does; returns how many did not fit. */
  give(item: Item): number
  /** Replaces one slot and tells the client. */
  set(slot: number, item: Item | null): void
  /** Uses up durability of the held tool; it breaks when none is left. */
  wearHeld(points: number): void
  /** Takes `count` (default 1) off the held stack. */
  useHeld(count?: number): void
  /** Empties every slot, what lies in the crafting grid and on the cursor among them, and returns it all. */
  takeAll(): Item[]
}

export function createInventory(_game: Game, _player: Player): Inventory {
  throw new Error('not written yet')
}
