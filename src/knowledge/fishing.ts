/** Which part of all catches an item is, for a rod without enchantments in open water: the game's loot table. */
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
 * Which part of all catches an item is (0-1): of fish, and of treasure that is hard to come by otherwise. Junk, which is
 * had more quickly in other ways, is not what one fishes for. 0 for everything else.
 */
export function fishingShare(item: string): number {
  return Object.hasOwn(SHARES, item) ? (SHARES[item] ?? 0) : 0
}
