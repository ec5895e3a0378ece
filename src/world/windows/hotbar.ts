import type { Registry } from '#knowledge/registry'
import type { Drops } from '../entities/items.ts'
import type { Player } from '../player.ts'
import { HOTBAR_SLOTS, HOTBAR_START, OFF_HAND } from './inventory.ts'
import { stacksOf } from './stacks.ts'
import { throwItem } from './throw-item.ts'

/** `block_dig` statuses unrelated to digging. */
const DROP_STACK = 3
const DROP_ONE = 4
const SWAP_HANDS = 6

/** Hotbar selection, dropping and hand swapping without an open window. */
export function installHotbar(registry: Registry, player: Player, drops: Drops): void {
  const stacks = stacksOf(registry)
  const { inventory } = player

  player.receive<{ slotId: number }>('held_item_slot', ({ slotId }) => {
    if (Number.isInteger(slotId) && slotId >= 0 && slotId < HOTBAR_SLOTS) inventory.held = slotId
  })

  player.receive<{ status: number }>('block_dig', ({ status }) => {
    const { heldItem } = inventory
    if ((status === DROP_STACK || status === DROP_ONE) && heldItem) {
      const count = status === DROP_ONE ? 1 : heldItem.count
      inventory.useHeld(count)
      const dropped = stacks.withCount(heldItem, count)
      if (dropped) throwItem(drops, player, dropped)
    }
    if (status === SWAP_HANDS) {
      const other = inventory.slots[OFF_HAND] ?? null
      inventory.set(OFF_HAND, heldItem)
      inventory.set(HOTBAR_START + inventory.held, other)
    }
  })
}
