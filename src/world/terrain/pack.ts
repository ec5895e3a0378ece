import type { Registry } from '#knowledge/registry'
import type { Column } from '../core/column.ts'
import { DIMENSIONS, type DimensionName } from '../dimensions/dimension-kinds.ts'
import { LightFlood } from '../light/light-flood.ts'
import {
  type BitArray,
  type BitArrayClass,
  type ChunkColumn,
  columnClassOf,
  type PalettedBlocks,
} from './chunk-column.ts'
import { type ColumnBuffer, LAYER } from './column-buffer.ts'

/** Blocks in a section (16 x 16 x 16). */
const SECTION = 16 * LAYER
/** Minimum number of bits that the protocol uses for a block. */
const MIN_BITS = 4

export type Packer = (buffer: ColumnBuffer, landscape: PackedLandscape) => Column

/** What a packer needs to know about a column besides its blocks. */
interface PackedLandscape {
  readonly highest: number
  biome(x: number, z: number): { readonly names: readonly string[] }
}

/** Converts finished buffers into columns of the version, section by section. */
export function createPacker(registry: Registry, dimension: DimensionName = 'overworld'): Packer {
  const { hasSky } = DIMENSIONS[dimension]
  const ChunkColumn = columnClassOf(registry, hasSky)
  const biomeIds = new Map<readonly string[], number>()
  const paletteIndex = new Int16Array(0x1_0000)
  const indices = new Uint8Array(SECTION)
  let flood: LightFlood | undefined

  function biomeId(names: readonly string[]): number {
    const known = biomeIds.get(names)
    if (known !== undefined) return known
    const name = names.find((candidate) => registry.data.biomesByName[candidate]) ?? 'plains'
    const id = registry.data.biomesByName[name]?.id ?? 0
    biomeIds.set(names, id)
    return id
  }

  function packSection(column: ChunkColumn, number: number, buffer: ColumnBuffer): void {
    const { states } = buffer
    const start = number * SECTION
    if (buffer.isAir(start, start + SECTION)) return
    const palette = [0]
    paletteIndex[0] = 1
    let solid = 0
    for (let i = 0; i < SECTION; i++) {
      const state = states[start + i] ?? 0
      let index = paletteIndex[state] ?? 0
      if (index === 0) {
        index = palette.push(state)
        paletteIndex[state] = index
      }
      indices[i] = index - 1
      if (state !== 0) solid++
    }
    for (const state of palette) paletteIndex[state] = 0
    // Setting one block makes the column create the section and set its mask bit.
    const first = { x: 0, y: buffer.minY + number * 16, z: 0 }
    column.setBlockStateId(first, palette[1] ?? 0)
    const section = column.sections[number]
    if (!section) throw new Error(`the column has no section ${number}`)
    const blocks = 'palette' in section.data ? section.data : (section as PalettedBlocks)
    const bits = Math.max(MIN_BITS, 32 - Math.clz32(palette.length - 1))
    if (bits === blocks.data.bitsPerValue) blocks.data.data.fill(0)
    else {
      const Bits = blocks.data.constructor as BitArrayClass
      blocks.data = new Bits({ bitsPerValue: bits, capacity: SECTION })
    }
    blocks.palette = palette
    section.palette = palette
    section.solidBlockCount = solid
    packBits(indices, blocks.data)
  }

  function packBiomes(column: ChunkColumn, buffer: ColumnBuffer, landscape: PackedLandscape): void {
    const top = buffer.minY + buffer.height
    const byColumn = column.biomes.length === LAYER
    const cell = byColumn ? 1 : 4
    for (let z = 0; z < 16; z += cell) {
      for (let x = 0; x < 16; x += cell) {
        const id = biomeId(landscape.biome(x + (cell >> 1), z + (cell >> 1)).names)
        for (let y = buffer.minY; y < top; y += byColumn ? buffer.height : 4) {
          column.setBiome({ x, y, z }, id)
        }
      }
    }
  }

  return (buffer, landscape) => {
    const column = new ChunkColumn({ minY: buffer.minY, worldHeight: buffer.height })
    for (let number = 0; number < buffer.height / 16; number++) packSection(column, number, buffer)
    packBiomes(column, buffer, landscape)
    flood ??= new LightFlood(registry, buffer.height, hasSky)
    column.ownLight = flood.flood(buffer, landscape.highest)
    return column
  }
}

function packBits(values: Uint8Array, target: BitArray): void {
  const { data, bitsPerValue: bits, valuesPerLong } = target
  let bit = 0
  let inLong = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0
    const word = bit >>> 5
    const shift = bit & 31
    data[word] = (data[word] ?? 0) | (value << shift)
    if (shift + bits > 32) data[word + 1] = value >>> (32 - shift)
    bit += bits
    if (++inLong === valuesPerLong) {
      inLong = 0
      bit = (bit + 63) & ~63
    }
  }
}
