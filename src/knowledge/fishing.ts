/** Shares of items among all catches, by the game's loot table, for a rod without enchantments in open water. */
const SHARES: Readonly<Record<string, number>> = {
  cod: 0.85 * 0.6,
  salmon: 0.85 * 0.25,
  pufferfish: 0.85 * 0.13,
  tropical_fish: 0.85 * 0.02,
  name_tag: 0.05 / 6,
  saddle: 0.05 / 6,
  nautilus_shell: 0.05 / 6,
}

/**
 * The share of an item among all catches (0-1), for fish and rare treasure. It is 0 for other items, including junk, which
 * is faster to obtain in other ways.
 */
export function fishingShare(item: string): number {
  return Object.hasOwn(SHARES, item) ? (SHARES[item] ?? 0) : 0
}
