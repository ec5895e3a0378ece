import type { BitArray, ChunkColumn } from '../terrain/chunk-column.ts'
import { LAYER } from '../terrain/column-buffer.ts'
import { BLOCK, type ColumnLight, FULL, type LightKind, OPEN_SKY, SKY } from './light-levels.ts'

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
 * Writes light into a column. Sections that never had light and those far above the ground are left out: clients
 * assume darkness in the first and full light in the others, or ignore them.
 * @param hasSky whether the dimension has sky light.
 */
export function packLight(
  column: LitColumn,
  light: ColumnLight,
  minY: number,
  hasSky: boolean,
): void {
  for (let start = 0, number = 0; start < light.length; start += SECTION, number++) {
    if (hasSky) write(skySection(column, number, minY, isLit(light, start, SKY)), light, start, SKY)
    write(blockSection(column, number, minY, isLit(light, start, BLOCK)), light, start, BLOCK)
  }
}

function isLit(light: ColumnLight, start: number, kind: LightKind): boolean {
  const end = Math.min(start + SECTION, light.length)
  for (let at = start; at < end; at++) if (((light[at] ?? 0) >> kind) & FULL) return true
  return false
}

/** @param wanted whether to create the section if there is none. */
function skySection(
  column: LitColumn,
  number: number,
  minY: number,
  wanted: boolean,
): BitArray | null | undefined {
  const { skyLightSections: apart } = column
  if (!apart) return (column.sections[number] as LitSection | null)?.skyLight
  // Setting one value makes the column create the section and set its mask bit.
  if (wanted && !apart[number + 1]) column.setSkyLight({ x: 0, y: minY + number * 16, z: 0 }, FULL)
  return apart[number + 1]
}

function blockSection(
  column: LitColumn,
  number: number,
  minY: number,
  wanted: boolean,
): BitArray | null | undefined {
  const { blockLightSections: apart } = column
  if (!apart) return (column.sections[number] as LitSection | null)?.blockLight
  if (wanted && !apart[number + 1])
    column.setBlockLight({ x: 0, y: minY + number * 16, z: 0 }, FULL)
  return apart[number + 1]
}

function write(
  target: BitArray | null | undefined,
  light: ColumnLight,
  start: number,
  kind: LightKind,
): void {
  if (!target) return
  const { data } = target
  for (let at = start; at < start + SECTION; at += A_WORD) {
    let word = 0
    for (let i = 0; i < A_WORD; i++)
      word |= (((light[at + i] ?? OPEN_SKY) >> kind) & FULL) << (4 * i)
    data[(at - start) >> 3] = word >>> 0
  }
}
