import type { Registry } from '#knowledge/registry'
import { chanceAt } from '../chance.ts'
import { type ColumnBuffer, LAYER } from '../column-buffer.ts'
import { createField } from '../noise.ts'
import { createDensity } from './density.ts'
import type { NetherBiome } from './nether-biomes.ts'

/** Height of the rock with its ceiling (blocks), and the height below which caverns are full of lava. */
export const NETHER_TOP = 128
export const LAVA_LEVEL = 32
const BEDROCK_LAYERS = 5
/** Cells of the density, between whose corners it is interpolated (blocks). */
const CELL_WIDTH = 4
const CELL_HEIGHT = 8
const ROW = 16 / CELL_WIDTH + 1
const LAYERS = NETHER_TOP / CELL_HEIGHT + 1
/** Depth of the ground below an open block (blocks). */
const DEPTH = 4
/** Heights of the shores of the lava sea: lowest, and that above the highest (blocks). */
const SHORE = [30, 35] as const
const GRAVEL_SHORE = 31
/** Noise thresholds of bare rock and of wart blocks in forests. */
const BARE = 0.54
const WARTS = 0.8

/** Lays the rock, the lava sea and the ground of each biome in a column. */
export type NetherGround = (
  buffer: ColumnBuffer,
  biome: (x: number, z: number) => NetherBiome,
) => void

export function createNetherGround(registry: Registry, seed: number): NetherGround {
  const density = createDensity(seed)
  const corners = new Float64Array(ROW * ROW * LAYERS)
  const rock = registry.blockState('netherrack')
  const lava = registry.blockState('lava')
  const bedrock = registry.blockState('bedrock')
  const optional = (name: string) => (registry.hasBlock(name) ? registry.blockState(name) : rock)
  const states = {
    soulSand: registry.blockState('soul_sand'),
    gravel: registry.blockState('gravel'),
    soulSoil: optional('soul_soil'),
    basalt: optional('basalt'),
    blackstone: optional('blackstone'),
    crimson: [optional('crimson_nylium'), optional('nether_wart_block')] as const,
    warped: [optional('warped_nylium'), optional('warped_wart_block')] as const,
  }
  const soulLayer = createField(`nether-soul-${seed}`, 256)
  const gravelLayer = createField(`nether-gravel-${seed}`, 256)
  const selector = createField(`nether-selector-${seed}`, 16)
  const patch = createField(`nether-patch-${seed}`, 32)
  const bare = createField(`nether-bare-${seed}`, 8)
  const warts = createField(`nether-warts-${seed}`, 8)

  function sample({ chunkX, chunkZ }: ColumnBuffer): void {
    let at = 0
    for (let layer = 0; layer < LAYERS; layer++)
      for (let row = 0; row < ROW; row++)
        for (let i = 0; i < ROW; i++)
          corners[at++] = density(
            chunkX * 16 + i * CELL_WIDTH,
            layer * CELL_HEIGHT,
            chunkZ * 16 + row * CELL_WIDTH,
          )
  }

  function fillCell({ states: blocks }: ColumnBuffer, x0: number, layer: number, z0: number): void {
    const first = layer * ROW * ROW + (z0 / CELL_WIDTH) * ROW + x0 / CELL_WIDTH
    const edge = (corner: number, share: number) => {
      const low = corners[corner] ?? 0
      return low + ((corners[corner + ROW * ROW] ?? 0) - low) * share
    }
    for (let dy = 0; dy < CELL_HEIGHT; dy++) {
      const up = dy / CELL_HEIGHT
      const y = layer * CELL_HEIGHT + dy
      const open = y < LAVA_LEVEL ? lava : 0
      const [a, b] = [edge(first, up), edge(first + 1, up)]
      const [c, d] = [edge(first + ROW, up), edge(first + ROW + 1, up)]
      for (let dz = 0; dz < CELL_WIDTH; dz++) {
        const along = dz / CELL_WIDTH
        const left = a + (c - a) * along
        const right = b + (d - b) * along
        const at = y * LAYER + (z0 + dz) * 16 + x0
        for (let dx = 0; dx < CELL_WIDTH; dx++) {
          const value = left + ((right - left) * dx) / CELL_WIDTH
          blocks[at + dx] = value > 0 ? rock : open
        }
      }
    }
  }

  /** The ground of a biome at a depth below an open block (1 at its top); undefined for rock. */
  function groundOf(
    biome: NetherBiome,
    x: number,
    y: number,
    z: number,
    depth: number,
  ): number | undefined {
    const isShore = y >= SHORE[0] && y < SHORE[1]
    switch (biome) {
      case 'nether_wastes':
        if (isShore && soulLayer(x, z) > 0) return states.soulSand
        return depth === 1 && isShore && y >= GRAVEL_SHORE && gravelLayer(x, z) > 0
          ? states.gravel
          : undefined
      case 'soul_sand_valley':
        if (isShore && patch(x, z) > 0) return states.gravel
        return selector(x, z) > 0 ? states.soulSand : states.soulSoil
      case 'basalt_deltas':
        if (isShore && patch(x, z) > 0) return states.gravel
        return selector(x, z) > 0 ? states.basalt : states.blackstone
      default: {
        if (depth > 1 || y < GRAVEL_SHORE || bare(x, z) > BARE) return undefined
        const [nylium, wart] = biome === 'crimson_forest' ? states.crimson : states.warped
        return warts(x, z) > WARTS ? wart : nylium
      }
    }
  }

  function ceilingOf(biome: NetherBiome, x: number, z: number): number | undefined {
    if (biome === 'basalt_deltas') return states.basalt
    if (biome !== 'soul_sand_valley') return undefined
    return selector(x, z) > 0 ? states.soulSand : states.soulSoil
  }

  function dress(buffer: ColumnBuffer, place: number, biome: NetherBiome): void {
    const { states: blocks } = buffer
    const x = buffer.chunkX * 16 + (place & 15)
    const z = buffer.chunkZ * 16 + (place >> 4)
    let depth = DEPTH + 1
    for (let y = NETHER_TOP - 1; y >= 0; y--) {
      const at = y * LAYER + place
      if (blocks[at] !== rock) {
        depth = blocks[at] === 0 || blocks[at] === lava ? 0 : DEPTH + 1
        continue
      }
      depth++
      if (depth <= DEPTH) {
        const ground = groundOf(biome, x, y, z, depth)
        if (ground !== undefined) blocks[at] = ground
      } else if (blocks[at - LAYER] === 0 || blocks[at - 2 * LAYER] === 0) {
        blocks[at] = ceilingOf(biome, x, z) ?? rock
      }
    }
  }

  function layBedrock({ states: blocks, chunkX, chunkZ }: ColumnBuffer): void {
    for (let place = 0; place < LAYER; place++) {
      const x = chunkX * 16 + (place & 15)
      const z = chunkZ * 16 + (place >> 4)
      for (let layer = 0; layer < BEDROCK_LAYERS; layer++) {
        const share = 1 - layer / BEDROCK_LAYERS
        if (chanceAt(seed, x, layer, z) < share) blocks[layer * LAYER + place] = bedrock
        const y = NETHER_TOP - 1 - layer
        if (chanceAt(seed, x, y, z) < share) blocks[y * LAYER + place] = bedrock
      }
    }
  }

  return (buffer, biome) => {
    sample(buffer)
    for (let layer = 0; layer < LAYERS - 1; layer++)
      for (let z = 0; z < 16; z += CELL_WIDTH)
        for (let x = 0; x < 16; x += CELL_WIDTH) fillCell(buffer, x, layer, z)
    layBedrock(buffer)
    for (let place = 0; place < LAYER; place++) dress(buffer, place, biome(place & 15, place >> 4))
  }
}
