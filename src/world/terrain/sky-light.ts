import type { BitArray, ChunkColumn } from './chunk-column.ts'
import { type ColumnBuffer, LAYER } from './column-buffer.ts'

/** Eight blocks in full light. */
const LIT = 0xffff_ffff

interface LitSection {
  skyLight: BitArray
}
/** Up to 1.13 light lies in the sections, later beside them, with one more below and above. */
interface LitColumn extends ChunkColumn {
  skyLightSections?: (BitArray | null)[]
}

/**
 * Full light down to the uppermost block of each place, darkness below. Sections far above the
 * ground are left out: clients take them for lit, or do not ask.
 */
export function lightSky(column: LitColumn, buffer: ColumnBuffer, ground: number): void {
  const tops = new Int16Array(LAYER)
  let lowest = Number.POSITIVE_INFINITY
  const { states, minY, height } = buffer
  const highest = Math.min(height - 1, ground - minY + TALLEST_TREE)
  for (let place = 0; place < LAYER; place++) {
    let layer = highest
    while (layer >= 0 && states[layer * LAYER + place] === 0) layer--
    tops[place] = layer
    lowest = Math.min(lowest, layer)
  }
  const last = Math.min(height / 16 - 1, (highest >> 4) + 1)
  for (let number = Math.max(0, lowest + 1) >> 4; number <= last; number++) {
    const bits = lightOf(column, number, minY)
    if (bits) fill(bits, tops, number * 16)
  }
}

/** Blocks that a tree may stand out above the ground under it. */
const TALLEST_TREE = 20

function lightOf(column: LitColumn, number: number, minY: number): BitArray | undefined {
  if (column.skyLightSections) {
    column.setSkyLight({ x: 0, y: minY + number * 16, z: 0 }, 15)
    return column.skyLightSections[number + 1] ?? undefined
  }
  return (column.sections[number] as LitSection | null)?.skyLight
}

function fill({ data }: BitArray, tops: Int16Array, bottom: number): void {
  for (let layer = 0; layer < 16; layer++) {
    for (let row = 0; row < LAYER; row += 8) {
      let word = 0
      for (let i = 0; i < 8; i++) {
        if (bottom + layer > (tops[row + i] ?? 0)) word |= 15 << (4 * i)
      }
      data[(layer * LAYER + row) >> 3] = word === -1 ? LIT : word
    }
  }
}
