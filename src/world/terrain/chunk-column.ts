import { createRequire } from 'node:module'
import type { Registry } from '#knowledge/registry'
import { type LegacyColumn, withGlobalPalette } from '#wire/global-palette'
import type { Column } from '../core/column.ts'

/** prismarine-chunk's array of small integers; before 1.16 a value may span two longs. */
export interface BitArray {
  data: Uint32Array
  readonly bitsPerValue: number
  readonly valuesPerLong?: number
}
export type BitArrayClass = new (options: { bitsPerValue: number; capacity: number }) => BitArray

/** Up to 1.17 a section holds palette and data itself, from 1.18 on in a container. */
export interface PalettedBlocks {
  data: BitArray
  palette: number[]
}
interface Section {
  data: BitArray | PalettedBlocks
  palette: number[]
  solidBlockCount: number
  skyLight?: BitArray | null
  isEmpty(): boolean
}

/** The part of prismarine-chunk's columns that terrain generation uses. */
export interface ChunkColumn extends Column {
  sections: (Section | null)[]
  sectionMask?: number | { set(index: number, bit: number): void }
  /** By column up to 1.14, by cells of 4 x 4 x 4 blocks up to 1.17, then by section. */
  biomes: number[] | object[]
  getMask(): unknown
  setBiome(pos: { x: number; y: number; z: number }, biome: number): void
  setSkyLight(pos: { x: number; y: number; z: number }, light: number): void
  setBlockLight(pos: { x: number; y: number; z: number }, light: number): void
}
type ChunkClass = new (options: { minY: number; worldHeight: number }) => ChunkColumn & LegacyColumn

/** A deep copy of a column, independent of the original. */
export function copyOfColumn(column: Column): Column {
  return copyOf(column)
}

/** Copies a value recursively; the tables of the version and the generated light do not change and are shared. */
function copyOf<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Uint32Array) return value.slice() as T
  if (Array.isArray(value)) return value.map(copyOf) as T
  const copy = Object.create(Object.getPrototypeOf(value)) as T
  for (const key of Object.keys(value) as (keyof T)[]) {
    copy[key] = key === 'registry' || key === 'ownLight' ? value[key] : copyOf(value[key])
  }
  return copy
}

/**
 * The chunk class of a version.
 * @param hasSky whether the dimension has sky light.
 */
export function columnClassOf(registry: Registry, hasSky = true): ChunkClass {
  const require = createRequire(import.meta.url)
  const load = require('prismarine-chunk') as (version: string) => ChunkClass
  const Column = withTrueMask(load(registry.data.version.minecraftVersion ?? ''))
  const Complete = registry.flattened ? Column : (withGlobalPalette(Column) as ChunkClass)
  return hasSky ? Complete : withoutSkyLight(Complete)
}

/** Leaves the sky light out of the sections, which up to 1.13 hold it. */
function withoutSkyLight(Chunk: ChunkClass): ChunkClass {
  return class extends Chunk {
    override dump(): Buffer {
      for (const section of this.sections) if (section?.skyLight) section.skyLight = null
      return super.dump()
    }
  }
}

/**
 * Fixes the section mask: up to 1.17 prismarine-chunk omits sections from a dump once all their blocks are gone, but
 * its mask still lists them, so that clients misread what follows.
 */
function withTrueMask(Chunk: ChunkClass): ChunkClass {
  return class extends Chunk {
    override getMask(): unknown {
      this.sections.forEach((section, number) => {
        if (!section?.isEmpty()) return
        if (typeof this.sectionMask === 'number') this.sectionMask &= ~(1 << number)
        else this.sectionMask?.set(number, 0)
      })
      return super.getMask()
    }
  }
}
