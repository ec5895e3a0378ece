export const BIOME_NAMES = [
  'plains',
  'forest',
  'birch_forest',
  'dark_forest',
  'taiga',
  'savanna',
  'jungle',
  'desert',
  'mountains',
  'beach',
  'river',
  'ocean',
  'deep_ocean',
] as const
export type BiomeName = (typeof BIOME_NAMES)[number]

export type TreeKind = 'oak' | 'birch' | 'spruce' | 'acacia' | 'dark_oak' | 'jungle'

/** A plant and the share of the ground (0 to 1) that it covers. */
export interface PlantShare {
  /** Names of the kind over the versions; the first one that the version has is used. */
  kinds: readonly string[]
  share: number
  /** Two blocks high: a lower and an upper half. */
  double?: true
}

export interface Biome {
  name: BiomeName
  /** Names in minecraft-data over the versions; the first one that the version has is used. */
  names: readonly string[]
  /** Kind of the uppermost block, and of the few below it. */
  top: string
  under: string
  /** Kind of the layer between that and the stone. */
  base?: string
  /** Mean number of places on a chunk (16 x 16 blocks) that are tried for a tree of each kind. */
  trees: Partial<Record<TreeKind, number>>
  plants: readonly PlantShare[]
}

const grass = (share: number): PlantShare => ({ kinds: ['short_grass', 'grass'], share })
const tallGrass = (share: number): PlantShare => ({ kinds: ['tall_grass'], share, double: true })
const flower = (kind: string, share: number): PlantShare => ({ kinds: [kind], share })
const bush = (kind: string, share: number): PlantShare => ({ kinds: [kind], share, double: true })

const turf = { top: 'grass_block', under: 'dirt' } as const
const sand = { top: 'sand', under: 'sand', base: 'sandstone' } as const

/**
 * What grows where. Numbers of trees are the game's own, but for jungles, whose bushes (22 of 50
 * tries) and thick trees are left out; shares of plants are chosen to look like its patches.
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
  taiga: {
    name: 'taiga',
    names: ['taiga'],
    ...turf,
    trees: { spruce: 10.1 },
    plants: [
      { kinds: ['fern'], share: 0.06 },
      grass(0.03),
      bush('large_fern', 0.02),
      flower('dandelion', 0.002),
      flower('brown_mushroom', 0.002),
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
  mountains: {
    name: 'mountains',
    names: ['windswept_hills', 'mountains'],
    ...turf,
    trees: { spruce: 0.067, oak: 0.033 },
    plants: [grass(0.04), flower('poppy', 0.002)],
  },
  beach: { name: 'beach', names: ['beach'], ...sand, trees: {}, plants: [] },
  river: { name: 'river', names: ['river'], ...turf, trees: { oak: 0.1 }, plants: [grass(0.04)] },
  ocean: { name: 'ocean', names: ['ocean'], ...turf, trees: {}, plants: [] },
  deep_ocean: { name: 'deep_ocean', names: ['deep_ocean'], ...turf, trees: {}, plants: [] },
}
