/** The game's ignite odds (chance to catch fire) and burn odds (chance to be destroyed) of a block. */
export interface Flammability {
  readonly ignite: number
  readonly burn: number
}

const NOT: Flammability = { ignite: 0, burn: 0 }

/** The first matching row applies. */
const ROWS: readonly (readonly [kind: RegExp, ignite: number, burn: number])[] = [
  [/^(crimson|warped)_/, 0, 0],
  [/_planks$|_slab$|_fence(_gate)?$|_stairs$/, 5, 20],
  [/_log$|_wood$|^(hay_block|target)$/, 5, 5],
  [/_leaves$/, 30, 60],
  [/^(bookshelf|lectern|composter|beehive)$/, 30, 20],
  [/^tnt$|^vine$|^glow_lichen$/, 15, 100],
  [/_wool$/, 30, 60],
  [/^coal_block$/, 5, 5],
  [/_carpet$/, 60, 20],
  [/^(bamboo|scaffolding)$/, 60, 60],
  [/^(grass|short_grass|fern|dead_bush|tall_grass|large_fern|sweet_berry_bush)$/, 60, 100],
  [/_tulip$|^(dandelion|poppy|blue_orchid|allium|azure_bluet|oxeye_daisy|cornflower)$/, 60, 100],
  [/^(lily_of_the_valley|wither_rose|sunflower|lilac|rose_bush|peony|torchflower)$/, 60, 100],
]

/** Stone variants share name endings with wooden blocks. */
const STONE =
  /stone|brick|andesite|diorite|granite|deepslate|blackstone|quartz|purpur|prismarine|copper|tuff|mud|resin/

/** Flammability of a block, by name. */
export function flammability(kind: string): Flammability {
  const row = ROWS.find(([pattern]) => pattern.test(kind))
  if (!row || STONE.test(kind)) return NOT
  return { ignite: row[1], burn: row[2] }
}
