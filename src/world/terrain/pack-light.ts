import type { BitArray, ChunkColumn } from './chunk-column.ts'
import { LAYER } from './column-buffer.ts'
import type { ColumnLight } from './light-flood.ts'

/** Light values (4 bits each) in a 32-bit word. */
const A_WORD = 8
const SECTION = 16 * LAYER

interface LitSection {
  skyLight: BitArray
  blockLight: BitArray
}
/** Up to 1.13 light is part of the sections; later it is separate, with one section more below and above. */
export interface LitColumn extends ChunkColumn {
  skyLightSections?: (BitArray | null)[]
  blockLightSections?: (BitArray | null)[]
}

/**
 * Writes the light of a column into it. Sections without light and those far above the ground are left out: clients
 * assume darkness in the first and full light in the others, or ignore them.
 * @param hasSky whether the dimension has sky light.
 */
export function packLight(
  column: LitColumn,
  light: ColumnLight,
  minY: number,
  hasSky = true,
): void {
  const sections = Math.ceil(light.clearFrom / 16)
  for (let number = 0; number < sections; number++) {
    const start = number * SECTION
    const end = Math.min(start + SECTION, light.clearFrom * LAYER)
    if (hasSky && isLit(light.sky, start, end))
      write(skySection(column, number, minY), light.sky, start, end, 15)
    if (isLit(light.block, start, end))
      write(blockSection(column, number, minY), light.block, start, end, 0)
  }
}

function isLit(values: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (values[at] !== 0) return true
  return false
}

function skySection(column: LitColumn, number: number, minY: number): BitArray | undefined {
  if (!column.skyLightSections) return (column.sections[number] as LitSection | null)?.skyLight
  // Setting one value makes the column create the section and set its mask bit.
  column.setSkyLight({ x: 0, y: minY + number * 16, z: 0 }, 15)
  return column.skyLightSections[number + 1] ?? undefined
}

function blockSection(column: LitColumn, number: number, minY: number): BitArray | undefined {
  if (!column.blockLightSections) return (column.sections[number] as LitSection | null)?.blockLight
  column.setBlockLight({ x: 0, y: minY + number * 16, z: 0 }, 15)
  return column.blockLightSections[number + 1] ?? undefined
}

/** @param beyond light level from `end` to the top of the section. */
function write(
  target: BitArray | undefined,
  values: Uint8Array,
  start: number,
  end: number,
  beyond: number,
): void {
  if (!target) return
  const { data } = target
  for (let at = start; at < start + SECTION; at += A_WORD) {
    let word = 0
    for (let i = 0; i < A_WORD; i++) word |= (at < end ? (values[at + i] ?? 0) : beyond) << (4 * i)
    data[(at - start) >> 3] = word >>> 0
  }
}
