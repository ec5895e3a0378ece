import { createRequire } from 'node:module'
import type { Bot } from 'mineflayer'
import type { Window } from 'prismarine-windows'

/** The part of prismarine-windows that makes windows; null for a type that it lacks. */
type WindowsFor = (registry: Bot['registry']) => {
  createWindow(id: unknown, type: unknown, title: unknown, slotCount: unknown): Window | null
}

const require = createRequire(import.meta.url)
const windowsFor = require('prismarine-windows') as WindowsFor

/** Closes a window if mineflayer lacks its type and would throw. @returns whether the window is closed. */
export function closeIfUnknown(bot: Bot, packet: Record<string, unknown>): boolean {
  const { windowId, inventoryType, windowTitle, slotCount } = packet
  if (windowsFor(bot.registry).createWindow(windowId, inventoryType, windowTitle, slotCount))
    return false
  // While the window stays open, the server ignores clicks in the inventory.
  bot._client.write('close_window', { windowId })
  return true
}
