const ROCK = /^(stone|deepslate|granite|diorite|andesite|cobblestone|tuff)$/
const SOIL = /^(grass|grass_block|dirt|coarse_dirt|rooted_dirt|podzol|mycelium)$/

/** Whether a block is stone of the kinds below all soil. */
export function isRock(block: string): boolean {
  return ROCK.test(block)
}

/** Whether a block is soil that gravity does not affect. */
export function isSoil(block: string): boolean {
  return SOIL.test(block)
}
