import { createRequire } from 'node:module'
import type { Bot } from 'mineflayer'
import type { Item } from 'prismarine-item'

const require = createRequire(import.meta.url)
const itemsFor = require('prismarine-item') as (registry: object) => typeof Item

/** Window id and slot number of the cursor. */
const CURSOR = -1

/**
 * Shows the stack on the cursor that the server sends up to 1.16, after it has refused a click. mineflayer ignores it, and
 * keeps what it had before the click, which the server may have carried out all the same.
 */
export function showCursorStack(bot: Bot): void {
  const items = itemsFor(bot.registry)
  bot._client.on(
    'set_slot',
    ({ windowId, slot, item }: { windowId: number; slot: number; item: object }) => {
      if (windowId !== CURSOR || slot !== CURSOR) return
      const window = bot.currentWindow ?? bot.inventory
      window.selectedItem = items.fromNotch(item)
    },
  )
}
