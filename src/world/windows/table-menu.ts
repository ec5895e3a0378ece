import type { CraftingGrid } from './crafting-grid.ts'
import type { Inventory } from './inventory.ts'
import {
  betweenMainAndHotbar,
  type Menu,
  type MenuKind,
  SHARED_SLOTS,
  type SlotRange,
  sharedSlots,
} from './menu.ts'
import type { Slot } from './slot.ts'
import type { Stacks } from './stacks.ts'

const GRID_START = 1
const INVENTORY_START = 10

/** The window of a crafting table: result, 3x3 grid, inventory. */
export class TableMenu implements Menu {
  readonly kind: MenuKind = {
    type: 'minecraft:crafting',
    legacyType: 'minecraft:crafting_table',
    title: 'container.crafting',
    legacySlots: 0,
  }
  readonly slots: readonly Slot[]
  readonly inventoryStart = INVENTORY_START
  readonly grid: CraftingGrid
  readonly valid: () => boolean
  readonly #movesIntoGrid: boolean

  /** @param movesIntoGrid whether shift-clicks move ingredients into the grid, as from 1.14 on. */
  constructor(
    stacks: Stacks,
    inventory: Inventory,
    grid: CraftingGrid,
    options: { movesIntoGrid: boolean; valid: () => boolean },
  ) {
    this.grid = grid
    this.valid = options.valid
    this.#movesIntoGrid = options.movesIntoGrid
    this.slots = [grid.result, ...grid.cells, ...sharedSlots(stacks, inventory)]
  }

  quickMove(index: number): readonly SlotRange[] {
    const inventory = { start: INVENTORY_START, end: INVENTORY_START + SHARED_SLOTS }
    if (index === 0) return [{ ...inventory, backwards: true }]
    if (index < INVENTORY_START) return [inventory]
    const across = betweenMainAndHotbar(index, INVENTORY_START)
    return this.#movesIntoGrid ? [{ start: GRID_START, end: INVENTORY_START }, across] : [across]
  }
}
