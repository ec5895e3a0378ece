import type { EquipmentDestination } from 'mineflayer'
import type { Item } from 'prismarine-item'
import type { Body } from './body.ts'
import { BOT } from './bot.ts'
import { withTimeout } from './with-timeout.ts'

export type { EquipmentDestination } from 'mineflayer'

/** Time limit for moving a stack on a slow server (ticks). */
const MOVE_TICKS = 60

/**
 * Holds or wears a stack. A move that has begun ends even if the signal fires, because half a move would leave the stack on
 * the cursor.
 */
export async function wield(
  body: Body,
  item: Item,
  signal: AbortSignal,
  destination: EquipmentDestination = 'hand',
): Promise<void> {
  signal.throwIfAborted()
  const { [BOT]: bot, clock } = body
  // An attack or a use may have opened a window, whose slots have other numbers.
  if (bot.currentWindow) await withTimeout(clock, bot.closeWindow(bot.currentWindow), MOVE_TICKS)
  if (destination === 'hand' && bot.heldItem?.slot === item.slot) return
  await withTimeout(clock, bot.equip(item, destination), MOVE_TICKS)
  signal.throwIfAborted()
}
