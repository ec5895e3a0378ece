import type { BitArray, ChunkColumn } from '../terrain/chunk-column.ts'
import { LAYER } from '../terrain/column-buffer.ts'
import { BLOCK, type ColumnLight, FULL, type LightKind, SKY } from './light-levels.ts'

/** Places of a section, and 32-bit words of it with a byte (both kinds of light) and with 4 bits (one kind) for each place. */
const SECTION = 16 * LAYER
const WORDS = SECTION / 4
const PACKED_WORDS = SECTION / 8
/** The lower half of each byte of a word, and all bits of it. */
const EACH = 0x0f0f_0f0f
const ALL = 0xffff_ffff

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
  const words = new Uint32Array(light.buffer, light.byteOffset, light.length / 4)
  for (let start = 0, number = 0; start < words.length; start += WORDS, number++) {
    if (hasSky) write(skySection(column, number, minY, isLit(words, start, SKY)), words, start, SKY)
    write(blockSection(column, number, minY, isLit(words, start, BLOCK)), words, start, BLOCK)
  }
}

function isLit(words: Uint32Array, start: number, kind: LightKind): boolean {
  const mask = EACH << kind
  const end = Math.min(start + WORDS, words.length)
  for (let at = start; at < end; at++) if ((words[at] ?? 0) & mask) return true
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

/** Writes one kind of light of a section; places above the end of the light are open sky. */
function write(
  target: BitArray | null | undefined,
  words: Uint32Array,
  start: number,
  kind: LightKind,
): void {
  if (!target) return
  const { data } = target
  const end = Math.min(PACKED_WORDS, (words.length - start) / 2)
  for (let to = 0, from = start; to < end; to++, from += 2)
    data[to] = pack((words[from] ?? 0) >>> kind) | (pack((words[from + 1] ?? 0) >>> kind) << 16)
  if (end < PACKED_WORDS) data.fill(kind === SKY ? ALL : 0, end, PACKED_WORDS)
}

/** The lower halves of the four bytes of a word, in 16 bits. */
function pack(word: number): number {
  const halves = word & EACH
  const pairs = (halves | (halves >>> 4)) & 0x00ff_00ff
  return (pairs | (pairs >>> 8)) & 0xffff
}
