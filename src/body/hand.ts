import type { EquipmentDestination } from 'mineflayer'
import type { Item } from 'prismarine-item'
import type { Body } from './body.ts'
import { BOT } from './bot.ts'
import { withTimeout } from './with-timeout.ts'

export type { EquipmentDestination } from 'mineflayer'

/** Longest that moving a stack may take, from a slow server (ticks). */
const MOVE_TICKS = 60

/**
 * Takes a stack into the hand, or puts it on. Once begun it is ended, also when the signal fires:
 * a stack that is half moved would hang on the cursor.
 */
export async function wield(
  body: Body,
  item: Item,
  signal: AbortSignal,
  destination: EquipmentDestination = 'hand',
): Promise<void> {
  signal.throwIfAborted()
  const { [BOT]: bot, clock } = body
  // A click on something may have opened it: slots would be counted in that window.
  if (bot.currentWindow) await withTimeout(clock, bot.closeWindow(bot.currentWindow), MOVE_TICKS)
  if (destination === 'hand' && bot.heldItem?.slot === item.slot) return
  await withTimeout(clock, bot.equip(item, destination), MOVE_TICKS)
  signal.throwIfAborted()
}
