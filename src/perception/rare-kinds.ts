/**
 * Kinds that are worth an exact look at every single block: they are few, and plans hang on them.
 * Everything else is common enough for a fan of lines of sight to find.
 */
const RARE =
  /_ore$|_log$|^ancient_debris$|^(crimson|warped)_stem$|^(crafting_table|furnace|blast_furnace|smoker|chest|trapped_chest|barrel|spawner|obsidian|lava|sugar_cane|cactus|bamboo|clay|pumpkin|carved_pumpkin|melon|bookshelf|cobweb|hay_block)$|_bed$/

export function isRare(kind: string): boolean {
  return RARE.test(kind)
}
