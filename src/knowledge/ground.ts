const ROCK = /^(stone|deepslate|granite|diorite|andesite|cobblestone|tuff)$/
const SOIL = /^(grass|grass_block|dirt|coarse_dirt|rooted_dirt|podzol|mycelium)$/
const BAND = /^(\w+_)?terracotta$|^(red_)?sandstone$/

/** Whether a block is stone of the kinds below all soil. */
export function isRock(block: string): boolean {
  return ROCK.test(block)
}

/** Whether a block is soil that gravity does not affect. */
export function isSoil(block: string): boolean {
  return SOIL.test(block)
}

/** Whether a block is of the layers between sand or soil and the rock, which are deep in badlands. */
export function isBand(block: string): boolean {
  return BAND.test(block)
}
