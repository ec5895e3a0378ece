import type { Bot } from 'mineflayer'
import type { Item } from 'prismarine-item'

/**
 * Shows in an open window what the server sends of the player's own slots. Some servers number them as in the inventory, which
 * shares them with every window in the vanilla client. In mineflayer, a window that closes overwrites the inventory with
 * what it has shown.
 */
export function shareOwnSlots(bot: Bot): void {
  bot._client.on('set_slot', ({ windowId, slot }: { windowId: number; slot: number }) => {
    const { currentWindow: window, inventory } = bot
    if (windowId !== 0 || !window) return
    if (slot < inventory.inventoryStart || slot >= inventory.inventoryEnd) return
    const there = slot - inventory.inventoryStart + window.inventoryStart
    const item = inventory.slots[slot]
    window.updateSlot(there, item ? copyOf(item) : null)
  })
}

/** An item has its slot as a property. */
function copyOf(item: Item): Item {
  return Object.assign(Object.create(Object.getPrototypeOf(item)), item)
}
