/** Groups of biomes with similar vegetation and terrain. */
export const BIOME_GROUPS = [
  'forest',
  'plains',
  'desert',
  'ocean',
  'mountain',
  'taiga',
  'swamp',
  'savanna',
  'jungle',
  'snowy',
  'shore',
  'other',
] as const
export type BiomeGroup = (typeof BIOME_GROUPS)[number]

/** Patterns of biome names in all versions (`extreme_hills`, `ExtremeHills`); the first match counts. */
const WORDS: readonly (readonly [RegExp, BiomeGroup])[] = [
  [/ocean/, 'ocean'],
  [/river|beach|shore/, 'shore'],
  [/desert|badlands|mesa/, 'desert'],
  [/snow|ice|frozen|cold|^grove$/, 'snowy'],
  [/taiga|redwood|spruce/, 'taiga'],
  [/mountain|peak|slope|extreme|windswept|hills$/, 'mountain'],
  [/jungle/, 'jungle'],
  [/savanna/, 'savanna'],
  [/swamp/, 'swamp'],
  [/forest/, 'forest'],
  [/plains|meadow|cherry_grove/, 'plains'],
]

/** The group of a biome by its name in minecraft-data. */
export function biomeGroup(biome: string): BiomeGroup {
  const name = biome.toLowerCase()
  return WORDS.find(([word]) => word.test(name))?.[1] ?? 'other'
}
