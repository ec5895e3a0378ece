import type { Item } from 'prismarine-item'
import type { CraftingGrid } from './crafting-grid.ts'
import { type Inventory, MAIN_START, OFF_HAND } from './inventory.ts'
import { betweenMainAndHotbar, type Menu, type SlotRange, sharedSlots } from './menu.ts'
import { type Slot, StorageSlot } from './slot.ts'
import type { Stacks } from './stacks.ts'

const ARMOUR_START = 5

/** Names of items that fit each armour slot, from head to feet. */
const WEARABLE = [
  /_helmet$|^carved_pumpkin$|_(head|skull)$/,
  /_chestplate$|^elytra$/,
  /_leggings$/,
  /_boots$/,
] as const

/** A player's own window 0: 2x2 grid, armour, inventory and off hand. */
export class PlayerMenu implements Menu {
  readonly kind = undefined
  readonly slots: readonly Slot[]
  readonly inventoryStart = MAIN_START
  readonly grid: CraftingGrid
  readonly #stacks: Stacks

  constructor(stacks: Stacks, inventory: Inventory, grid: CraftingGrid) {
    this.#stacks = stacks
    this.grid = grid
    const armour = WEARABLE.map(
      (names, i) =>
        new StorageSlot(stacks, inventory.slots, ARMOUR_START + i, {
          limit: 1,
          accepts: (item) => names.test(stacks.nameOf(item)),
        }),
    )
    this.slots = [
      grid.result,
      ...grid.cells,
      ...armour,
      ...sharedSlots(stacks, inventory),
      new StorageSlot(stacks, inventory.slots, OFF_HAND),
    ]
  }

  quickMove(index: number, item: Item): readonly SlotRange[] {
    if (index === 0) return [{ start: MAIN_START, end: OFF_HAND, backwards: true }]
    if (index < MAIN_START) return [{ start: MAIN_START, end: OFF_HAND }]
    const name = this.#stacks.nameOf(item)
    const armour = ARMOUR_START + WEARABLE.findIndex((names) => names.test(name))
    if (armour >= ARMOUR_START && !this.slots[armour]?.item) {
      return [{ start: armour, end: armour + 1 }]
    }
    if (name === 'shield' && !this.slots[OFF_HAND]?.item) {
      return [{ start: OFF_HAND, end: OFF_HAND + 1 }]
    }
    if (index === OFF_HAND) return [{ start: MAIN_START, end: OFF_HAND }]
    return [betweenMainAndHotbar(index, MAIN_START)]
  }

  valid(): boolean {
    return true
  }
}
