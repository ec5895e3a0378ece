import type { Item } from 'prismarine-item'
import type { Registry } from '#knowledge/registry'
import { fuelTicks, smeltingResult } from '#knowledge/smelting'
import type { Furnace } from './furnace.ts'
import type { Inventory } from './inventory.ts'
import {
  betweenMainAndHotbar,
  type Menu,
  type MenuKind,
  SHARED_SLOTS,
  type SlotRange,
  sharedSlots,
} from './menu.ts'
import { type Slot, StorageSlot } from './slot.ts'
import type { Stacks } from './stacks.ts'

const INPUT = 0
const FUEL = 1
const OUTPUT = 2
const INVENTORY_START = 3

/** The window of a furnace: input, fuel, output, inventory. */
export class FurnaceMenu implements Menu {
  readonly kind: MenuKind = {
    type: 'minecraft:furnace',
    legacyType: 'minecraft:furnace',
    title: 'container.furnace',
    legacySlots: 3,
  }
  readonly slots: readonly Slot[]
  readonly inventoryStart = INVENTORY_START
  readonly valid: () => boolean
  readonly #furnace: Furnace
  readonly #registry: Registry
  readonly #stacks: Stacks

  constructor(
    registry: Registry,
    stacks: Stacks,
    inventory: Inventory,
    options: { furnace: Furnace; valid: () => boolean },
  ) {
    const { furnace } = options
    this.#registry = registry
    this.#stacks = stacks
    this.#furnace = furnace
    this.valid = options.valid
    this.slots = [
      new StorageSlot(stacks, furnace.items, INPUT, {
        changed: (before) => furnace.inputChanged(before),
      }),
      new StorageSlot(stacks, furnace.items, FUEL, { accepts: (item) => this.#burns(item) }),
      new StorageSlot(stacks, furnace.items, OUTPUT, { accepts: () => false }),
      ...sharedSlots(stacks, inventory),
    ]
  }

  quickMove(index: number, item: Item): readonly SlotRange[] {
    const inventory = { start: INVENTORY_START, end: INVENTORY_START + SHARED_SLOTS }
    if (index === OUTPUT) return [{ ...inventory, backwards: true }]
    if (index < INVENTORY_START) return [inventory]
    if (smeltingResult(this.#registry, this.#stacks.nameOf(item))) {
      return [{ start: INPUT, end: INPUT + 1 }]
    }
    if (this.#burns(item)) return [{ start: FUEL, end: FUEL + 1 }]
    return [betweenMainAndHotbar(index, INVENTORY_START)]
  }

  properties(): readonly number[] {
    return this.#furnace.properties
  }

  #burns(item: Item): boolean {
    return fuelTicks(this.#registry, this.#stacks.nameOf(item)) > 0
  }
}
