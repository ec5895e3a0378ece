import type { Item } from 'prismarine-item'
import type { Inventory } from './inventory.ts'
import { type Menu, type MenuKind, SHARED_SLOTS, type SlotRange, sharedSlots } from './menu.ts'
import { type Slot, StorageSlot } from './slot.ts'
import type { Stacks } from './stacks.ts'

const ROW = 9

/** The window of a single or large chest. */
export class ChestMenu implements Menu {
  readonly kind: MenuKind
  readonly slots: readonly Slot[]
  readonly inventoryStart: number
  readonly valid: () => boolean
  readonly closed: () => void

  constructor(
    stacks: Stacks,
    inventory: Inventory,
    halves: readonly (Item | null)[][],
    { valid, closed }: { valid: () => boolean; closed: () => void },
  ) {
    const stored = halves.flatMap((half) => half.map((_, i) => new StorageSlot(stacks, half, i)))
    this.slots = [...stored, ...sharedSlots(stacks, inventory)]
    this.inventoryStart = stored.length
    this.valid = valid
    this.closed = closed
    this.kind = {
      type: `minecraft:generic_9x${stored.length / ROW}`,
      legacyType: 'minecraft:chest',
      title: halves.length > 1 ? 'container.chestDouble' : 'container.chest',
      legacySlots: stored.length,
    }
  }

  quickMove(index: number): readonly SlotRange[] {
    const start = this.inventoryStart
    return index < start
      ? [{ start, end: start + SHARED_SLOTS, backwards: true }]
      : [{ start: 0, end: start }]
  }
}
