/**
 * Kinds that are worth an exact look at every single block: they are few, and plans hang on them.
 * Everything else is common enough for a fan of lines of sight to find.
 */
const RARE =
  /_ore$|_log$|^ancient_debris$|^(crimson|warped)_stem$|^(crafting_table|furnace|blast_furnace|smoker|chest|trapped_chest|barrel|spawner|obsidian|lava|sugar_cane|cactus|bamboo|clay|pumpkin|carved_pumpkin|melon|bookshelf|cobweb|hay_block)$|_bed$/

/** Kinds that are common, but worth telling of when they are near. */
const COMMON =
  /^(water|sand|red_sand|gravel|snow_block|ice|wheat|carrots|potatoes|beetroots|sweet_berry_bush|brown_mushroom|red_mushroom|dandelion|poppy|blue_orchid|allium|azure_bluet|oxeye_daisy|cornflower|lily_of_the_valley|rose_bush|lilac|peony|sunflower|bedrock)$|_tulip$/

export function isRare(kind: string): boolean {
  return RARE.test(kind)
}

/** Whether a kind is worth a word in a description of the surroundings. */
export function isNotable(kind: string): boolean {
  return RARE.test(kind) || COMMON.test(kind)
}
