export const BIOME_NAMES = [
  'plains',
  'forest',
  'birch_forest',
  'dark_forest',
  'taiga',
  'snowy_taiga',
  'snowy_plains',
  'swamp',
  'savanna',
  'jungle',
  'desert',
  'badlands',
  'mountains',
  'beach',
  'river',
  'frozen_river',
  'ocean',
  'deep_ocean',
] as const
export type BiomeName = (typeof BIOME_NAMES)[number]

export type TreeKind = 'oak' | 'birch' | 'spruce' | 'acacia' | 'dark_oak' | 'jungle'

/** A plant and its share of the surface (0 to 1). */
export interface PlantShare {
  /** Names in different versions; the first that the version has is used. */
  kinds: readonly string[]
  share: number
  /** A plant with a lower and an upper half. */
  double?: true
}

export interface Biome {
  name: BiomeName
  /** Names in different versions of minecraft-data; the first that the version has is used. */
  names: readonly string[]
  /** Name of the surface block, and of the blocks below it. */
  top: string
  under: string
  /** Name of the layer between those and the stone. */
  base?: string
  /** Bands of coloured terracotta below the surface, and at the surface above a height. */
  bands?: true
  /** Snow lies on the ground, and water freezes. */
  frozen?: true
  /** Share of still water with a lily pad (0 to 1). */
  lilies?: number
  /** Mean number of tree attempts in a chunk (16 x 16 blocks) by tree. */
  trees: Partial<Record<TreeKind, number>>
  plants: readonly PlantShare[]
}

const grass = (share: number): PlantShare => ({ kinds: ['short_grass', 'grass'], share })
const tallGrass = (share: number): PlantShare => ({ kinds: ['tall_grass'], share, double: true })
const flower = (kind: string, share: number): PlantShare => ({ kinds: [kind], share })
const bush = (kind: string, share: number): PlantShare => ({ kinds: [kind], share, double: true })

const turf = { top: 'grass_block', under: 'dirt' } as const
/** The ground and the plants of both taigas. */
const spruces = {
  ...turf,
  trees: { spruce: 10.1 },
  plants: [
    { kinds: ['fern'], share: 0.06 },
    grass(0.03),
    bush('large_fern', 0.02),
    flower('dandelion', 0.002),
    flower('brown_mushroom', 0.002),
  ],
} as const
const sand = { top: 'sand', under: 'sand', base: 'sandstone' } as const

/**
 * Surface and vegetation of each biome. Tree counts are the game's, except that jungles lack bushes (22 of 50
 * attempts) and large trees; plant shares approximate the game's patches.
 */
export const BIOMES: Record<BiomeName, Biome> = {
  plains: {
    name: 'plains',
    names: ['plains'],
    ...turf,
    trees: { oak: 0.05 },
    plants: [
      grass(0.22),
      tallGrass(0.03),
      flower('dandelion', 0.006),
      flower('poppy', 0.006),
      flower('azure_bluet', 0.004),
      flower('oxeye_daisy', 0.004),
      flower('red_tulip', 0.002),
    ],
  },
  forest: {
    name: 'forest',
    names: ['forest'],
    ...turf,
    trees: { oak: 8.1, birch: 2 },
    plants: [
      grass(0.05),
      flower('dandelion', 0.004),
      flower('poppy', 0.004),
      bush('rose_bush', 0.002),
      bush('lilac', 0.002),
    ],
  },
  birch_forest: {
    name: 'birch_forest',
    names: ['birch_forest'],
    ...turf,
    trees: { birch: 10.1 },
    plants: [
      grass(0.05),
      flower('poppy', 0.004),
      flower('dandelion', 0.003),
      bush('peony', 0.002),
      bush('lilac', 0.002),
    ],
  },
  dark_forest: {
    name: 'dark_forest',
    names: ['dark_forest'],
    ...turf,
    trees: { dark_oak: 10, oak: 5, birch: 1 },
    plants: [
      grass(0.05),
      flower('brown_mushroom', 0.004),
      flower('red_mushroom', 0.002),
      bush('rose_bush', 0.002),
    ],
  },
  taiga: { name: 'taiga', names: ['taiga'], ...spruces },
  snowy_taiga: { name: 'snowy_taiga', names: ['snowy_taiga'], frozen: true, ...spruces },
  snowy_plains: {
    name: 'snowy_plains',
    names: ['snowy_plains', 'snowy_tundra'],
    ...turf,
    frozen: true,
    trees: { spruce: 0.1 },
    plants: [grass(0.02)],
  },
  swamp: {
    name: 'swamp',
    names: ['swamp'],
    ...turf,
    lilies: 0.06,
    trees: { oak: 2.1 },
    plants: [
      grass(0.1),
      flower('blue_orchid', 0.008),
      flower('brown_mushroom', 0.006),
      flower('red_mushroom', 0.003),
      { kinds: ['dead_bush'], share: 0.002 },
    ],
  },
  savanna: {
    name: 'savanna',
    names: ['savanna'],
    ...turf,
    trees: { acacia: 0.9, oak: 0.2 },
    plants: [grass(0.35), tallGrass(0.08), flower('dandelion', 0.003)],
  },
  jungle: {
    name: 'jungle',
    names: ['jungle'],
    ...turf,
    trees: { jungle: 22, oak: 5 },
    plants: [
      grass(0.2),
      { kinds: ['fern'], share: 0.06 },
      flower('poppy', 0.003),
      { kinds: ['melon'], share: 0.0006 },
    ],
  },
  desert: {
    name: 'desert',
    names: ['desert'],
    ...sand,
    trees: {},
    plants: [
      { kinds: ['dead_bush'], share: 0.004 },
      { kinds: ['cactus'], share: 0.005 },
    ],
  },
  badlands: {
    name: 'badlands',
    names: ['badlands'],
    top: 'red_sand',
    under: 'terracotta',
    bands: true,
    trees: {},
    plants: [
      { kinds: ['dead_bush'], share: 0.02 },
      { kinds: ['cactus'], share: 0.002 },
    ],
  },
  mountains: {
    name: 'mountains',
    names: ['windswept_hills', 'mountains'],
    ...turf,
    trees: { spruce: 0.067, oak: 0.033 },
    plants: [grass(0.04), flower('poppy', 0.002)],
  },
  beach: { name: 'beach', names: ['beach'], ...sand, trees: {}, plants: [] },
  river: { name: 'river', names: ['river'], ...turf, trees: { oak: 0.1 }, plants: [grass(0.04)] },
  frozen_river: {
    name: 'frozen_river',
    names: ['frozen_river'],
    ...turf,
    frozen: true,
    trees: { oak: 0.1 },
    plants: [],
  },
  ocean: { name: 'ocean', names: ['ocean'], ...turf, trees: {}, plants: [] },
  deep_ocean: { name: 'deep_ocean', names: ['deep_ocean'], ...turf, trees: {}, plants: [] },
}
