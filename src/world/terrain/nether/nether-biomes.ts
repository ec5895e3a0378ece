import type { Registry } from '#knowledge/registry'
import { createFractal } from '../noise.ts'

export const NETHER_BIOMES = [
  'nether_wastes',
  'soul_sand_valley',
  'crimson_forest',
  'warped_forest',
  'basalt_deltas',
] as const
export type NetherBiome = (typeof NETHER_BIOMES)[number]

/** Temperature and humidity of each biome, and its rarity, as in the game. */
const CLIMATES: Readonly<Record<NetherBiome, readonly [number, number, number]>> = {
  nether_wastes: [0, 0, 0],
  soul_sand_valley: [0, -0.5, 0],
  crimson_forest: [0.4, 0, 0],
  warped_forest: [0, 0.5, 0.375],
  basalt_deltas: [-0.5, 0, 0.175],
}
/** Scale of the climate (blocks). */
const ACROSS = 512

/** The biome at a position. Up to 1.15 the Nether has one biome. */
export type NetherBiomes = (x: number, z: number) => NetherBiome

export function createNetherBiomes({ data }: Registry, seed: number): NetherBiomes {
  if (!data.biomesByName.crimson_forest) return () => 'nether_wastes'
  const temperature = createFractal(`nether-temperature-${seed}`, ACROSS, 2)
  const humidity = createFractal(`nether-humidity-${seed}`, ACROSS, 2)
  return (x, z) => {
    const [warm, wet] = [temperature(x, z), humidity(x, z)]
    let found: NetherBiome = 'nether_wastes'
    let least = Number.POSITIVE_INFINITY
    for (const biome of NETHER_BIOMES) {
      const [t, h, rarity] = CLIMATES[biome]
      const distance = (warm - t) ** 2 + (wet - h) ** 2 + rarity ** 2
      if (distance >= least) continue
      found = biome
      least = distance
    }
    return found
  }
}
