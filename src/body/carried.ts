import type { Bot } from 'mineflayer'
import type { Item } from 'prismarine-item'
import type { Registry } from '../knowledge/registry.ts'

/** How many of each item kind a body carries. */
export type Carried = Record<string, number>

/** Slots of the player's window that are worn or held in the off hand. */
const WORN_SLOTS = [5, 6, 7, 8, 45] as const

/** Everything that a body carries and wears, by kind, as the server last said. */
export function carried(bot: Bot, registry: Registry): Carried {
  const counts: Carried = {}
  for (const item of [...bot.inventory.items(), ...worn(bot)]) {
    const name = registry.itemName(item)
    counts[name] = (counts[name] ?? 0) + item.count
  }
  return counts
}

/** What a body wears on its four armour slots and holds in its off hand. */
export function worn(bot: Bot): Item[] {
  return WORN_SLOTS.flatMap((slot) => bot.inventory.slots[slot] ?? [])
}

/** Stacks of the given kinds in the main inventory and the hotbar, the smallest first. */
export function stacksOf(bot: Bot, registry: Registry, names: Iterable<string>): Item[] {
  const wanted = new Set(names)
  return bot.inventory
    .items()
    .filter((item) => wanted.has(registry.itemName(item)))
    .sort((a, b) => a.count - b.count)
}

/** Free slots of the main inventory and the hotbar. */
export function freeSlots(bot: Bot): number {
  return bot.inventory.emptySlotCount()
}
