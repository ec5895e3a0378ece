import type { Registry } from '#knowledge/registry'
import { BIOME_NAMES, BIOMES } from './biomes.ts'
import { chanceAt } from './chance.ts'
import { WATER_LEVEL } from './climate.ts'
import { type ColumnBuffer, LAYER } from './column-buffer.ts'
import type { Landscape } from './landscape.ts'
import { createField } from './noise.ts'

/** Number of layers over which bedrock thins out, and over which deepslate changes to stone. */
export const BEDROCK_LAYERS = 5
const DEEPSLATE_BLEND = 8

/** Heights from which mountains are bare rock, and snow-covered, up to 1.17 and from 1.18 on. */
const BARE_ROCK = 98
const SNOW_LINE = 112
const TALL_BARE_ROCK = 128
const TALL_SNOW_LINE = 144

/** Depth of the terracotta of badlands, and the height from which it has no sand on it (blocks). */
const BANDS_DEPTH = 14
const BARE_BANDS = 74
/** Colours of the bands from below, repeated; plain terracotta between them. */
const BANDS = [
  'orange_terracotta',
  'terracotta',
  'terracotta',
  'yellow_terracotta',
  'terracotta',
  'brown_terracotta',
  'terracotta',
  'red_terracotta',
  'white_terracotta',
  'light_gray_terracotta',
  'terracotta',
  'orange_terracotta',
]

export type Ground = (buffer: ColumnBuffer, landscape: Landscape) => void

/** Generates stone, bedrock, soil, beds and water. */
export function createGround(registry: Registry, seed: number): Ground {
  const tall = registry.data.supportFeature('tallWorld')
  const stone = registry.blockState('stone')
  const deepslate = tall ? registry.blockState('deepslate') : stone
  const bedrock = registry.blockState('bedrock')
  const water = registry.blockState('water')
  const dirt = registry.blockState('dirt')
  const sand = registry.blockState('sand')
  const gravel = registry.blockState('gravel')
  const clay = registry.blockState('clay')
  const snow = registry.blockState('snow_block')
  const soils = new Map(
    BIOME_NAMES.map((name) => {
      const { top, under, base = 'stone' } = BIOMES[name]
      return [name, [top, under, base].map((kind) => registry.blockState(kind))] as const
    }),
  )
  const bands = BANDS.map((kind) => registry.blockState(kind))
  const [bareRock, snowLine] = tall ? [TALL_BARE_ROCK, TALL_SNOW_LINE] : [BARE_ROCK, SNOW_LINE]
  const patches = createField(`beds-${seed}`, 24)

  function layRock({ states, minY }: ColumnBuffer, lowest: number): void {
    states.fill(deepslate, 0, Math.max(0, -minY) * LAYER)
    states.fill(stone, Math.max(0, -minY) * LAYER, (lowest + 1 - minY) * LAYER)
  }

  function blendRock({ states, minY, chunkX, chunkZ }: ColumnBuffer): void {
    for (let layer = 0; layer < BEDROCK_LAYERS; layer++) {
      for (let i = 0; i < LAYER; i++) {
        const chance = chanceAt(seed, chunkX * 16 + (i & 15), minY + layer, chunkZ * 16 + (i >> 4))
        if (chance * BEDROCK_LAYERS >= layer) states[layer * LAYER + i] = bedrock
      }
    }
    if (!tall) return
    for (let y = 0; y < DEEPSLATE_BLEND; y++) {
      for (let i = 0; i < LAYER; i++) {
        const chance = chanceAt(seed, chunkX * 16 + (i & 15), y, chunkZ * 16 + (i >> 4))
        if (chance * DEEPSLATE_BLEND >= y) states[(y - minY) * LAYER + i] = deepslate
      }
    }
  }

  /** Block at the bottom of a sea, lake or river. */
  function bed(x: number, z: number, height: number, sea: boolean): number {
    const patch = patches(x, z)
    if (patch > 0.72) return clay
    if (sea) return height < WATER_LEVEL - 12 ? gravel : sand
    if (patch > 0.15) return sand
    return patch < -0.35 ? gravel : dirt
  }

  /** The terracotta of badlands, in bands that are level across the world. */
  function layBands(buffer: ColumnBuffer, x: number, z: number, height: number): void {
    const top = height > BARE_BANDS ? height : height - 1
    for (let y = height - BANDS_DEPTH; y <= top; y++) {
      buffer.set(x, y, z, bands[y % bands.length] ?? stone)
    }
  }

  return (buffer, landscape) => {
    layRock(buffer, landscape.lowest)
    blendRock(buffer)
    const { states, chunkX, chunkZ } = buffer
    for (let z = 0; z < 16; z++) {
      for (let x = 0; x < 16; x++) {
        const worldX = chunkX * 16 + x
        const worldZ = chunkZ * 16 + z
        const height = landscape.height(x, z)
        const biome = landscape.biome(x, z)
        const chance = chanceAt(seed, worldX, height, worldZ)
        let [top = stone, under = stone, base = stone] = soils.get(biome.name) ?? []
        if (height < WATER_LEVEL) {
          top = bed(worldX, worldZ, height, biome.name.endsWith('ocean'))
          under = top === clay ? dirt : top
        } else if (biome.name === 'mountains' && height > bareRock + chance * 6) {
          top = height > snowLine + chance * 4 ? snow : stone
          under = stone
        }
        const depth = 3 + Math.floor(chance * 2)
        let index = buffer.index(x, landscape.lowest + 1, z)
        for (let y = landscape.lowest + 1; y < height - depth; y++, index += LAYER) {
          states[index] = stone
        }
        if (base !== stone) {
          for (let y = height - depth - 3; y < height - depth; y++) buffer.set(x, y, z, base)
        }
        for (let y = height - depth; y < height; y++) buffer.set(x, y, z, under)
        buffer.set(x, height, z, top)
        if (biome.bands) layBands(buffer, x, z, height)
        for (let y = height + 1; y <= WATER_LEVEL; y++) buffer.set(x, y, z, water)
      }
    }
  }
}
