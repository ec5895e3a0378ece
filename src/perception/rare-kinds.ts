/**
 * Rare kinds that plans depend on. Perception looks for each such block. All other kinds are common enough for the fan of
 * lines of sight.
 */
const RARE =
  /_ore$|_log$|^ancient_debris$|^(crimson|warped)_stem$|^(crafting_table|furnace|blast_furnace|smoker|chest|trapped_chest|barrel|spawner|obsidian|lava|sugar_cane|cactus|bamboo|clay|pumpkin|carved_pumpkin|melon|bookshelf|cobweb|hay_block)$|_bed$/

export function isRare(kind: string): boolean {
  return RARE.test(kind)
}
