import { gunzipSync } from 'node:zlib'
import nbt from 'prismarine-nbt'
import { z } from 'zod'
import type { Position } from '#body/navigation/position'
import type { Registry } from '#knowledge/registry'
import type { Blueprint, PlannedBlock } from '#skills/building/blueprint'
import { counted } from '#wire/wording'
import { type BlockText, parseBlock, versionedName } from './block-text.ts'
import { legacyBlocks } from './legacy-blocks.ts'

/** Limits on a schematic: its data (bytes), edges (blocks), blocks other than air, and kinds of blocks. */
const MAX_DATA = 4 * 2 ** 20
const MAX_EDGE = 64
const MAX_VOLUME = 32_768
export const MAX_BLOCKS = 4096
const MAX_PALETTE = 1024
/** The first bytes of gzip. */
const GZIP = [0x1f, 0x8b] as const
const AIR = /^(cave_|void_)?air$/
/** Places that a building leaves as they are. */
const UNTOUCHED = /^structure_void$/

/** What a file contains, or why it cannot be built. */
export type SchematicReading =
  | { readonly ok: true; readonly blueprint: Blueprint }
  | { readonly ok: false; readonly reason: string }

const size = z.object({ value: z.int() })
const bytes = z.object({ value: z.array(z.int()).max(MAX_DATA) })
const palette = z.object({ value: z.record(z.string().max(500), size) })
const edges = { Width: size, Height: size, Length: size }
/** The Sponge format, versions 1 and 2, and 3. */
const sponge = z.object({ ...edges, Palette: palette, BlockData: bytes })
const spongeThree = z.object({
  Schematic: z.object({
    value: z.object({
      ...edges,
      Blocks: z.object({ value: z.object({ Palette: palette, Data: bytes }) }),
    }),
  }),
})
/** The format of MCEdit, with the numbers of blocks before 1.13. */
const mcedit = z.object({ ...edges, Blocks: bytes, Data: bytes, AddBlocks: bytes.optional() })

/** A schematic as its file says it: the block at each position, in the order y, z, x. */
interface Contents {
  readonly size: Position
  readonly blocks: readonly BlockText[]
}

/** Why a file cannot be read; the message is for people. */
class Unreadable extends Error {}

/**
 * Reads a schematic: `.schem` of the Sponge format (versions 1 to 3), or `.schematic` of MCEdit.
 * @param file untrusted.
 */
export function readSchematic(file: Buffer, name: string, registry: Registry): SchematicReading {
  try {
    return { ok: true, blueprint: blueprintOf(contentsOf(dataOf(file)), name, registry) }
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, reason: error.message }
    // The parser of the format throws on damaged data.
    return { ok: false, reason: 'it is no schematic, or damaged' }
  }
}

/** @throws Error for data that cannot be decompressed or is too large. */
function dataOf(file: Buffer): Buffer {
  const isGzip = (data: Buffer) => GZIP.every((byte, index) => data[index] === byte)
  const data = isGzip(file) ? gunzipSync(file, { maxOutputLength: MAX_DATA }) : file
  if (data.length > MAX_DATA || isGzip(data)) throw new Unreadable('it is too large')
  return data
}

function contentsOf(data: Buffer): Contents {
  const root: unknown = nbt.parseUncompressed(data, 'big').value
  const three = spongeThree.safeParse(root)
  if (three.success) {
    const { Blocks, ...rest } = three.data.Schematic.value
    const { Palette, Data } = Blocks.value
    return spongeContents({ ...rest, Palette, BlockData: Data })
  }
  const two = sponge.safeParse(root)
  if (two.success) return spongeContents(two.data)
  const old = mcedit.safeParse(root)
  if (old.success) return mceditContents(old.data)
  throw new Unreadable('it is neither a Sponge nor an MCEdit schematic')
}

/** @throws Unreadable for a box that is too large. */
function sizeOf({ Width, Height, Length }: z.output<z.ZodObject<typeof edges>>): Position {
  // They are unsigned numbers of 16 bits.
  const [x, y, z] = [Width, Height, Length].map(({ value }) => value & 0xffff) as [
    number,
    number,
    number,
  ]
  if ([x, y, z].some((edge) => edge < 1 || edge > MAX_EDGE) || x * y * z > MAX_VOLUME)
    throw new Unreadable(
      `it measures ${x} by ${y} by ${z} blocks; the limit is ${MAX_EDGE} along each edge and ${MAX_VOLUME} in all`,
    )
  return { x, y, z }
}

function spongeContents(data: z.output<typeof sponge>): Contents {
  const size = sizeOf(data)
  const entries = Object.entries(data.Palette.value)
  if (entries.length > MAX_PALETTE)
    throw new Unreadable(`it has ${entries.length} kinds of blocks; the limit is ${MAX_PALETTE}`)
  const kinds = new Map<number, BlockText>()
  for (const [text, { value }] of entries) {
    const block = parseBlock(text)
    if (!block) throw new Unreadable('it names a block that is no block')
    kinds.set(value, block)
  }
  const volume = size.x * size.y * size.z
  const blocks = varints(data.BlockData.value, volume).map((index) => {
    const block = kinds.get(index)
    if (!block) throw new Unreadable('it is damaged: a block is not in its palette')
    return block
  })
  return { size, blocks }
}

/** Numbers of seven bits a byte. @throws Unreadable when there are not `count` of them. */
function varints(bytes: readonly number[], count: number): number[] {
  const numbers: number[] = []
  let value = 0
  let shift = 0
  for (const byte of bytes) {
    value |= (byte & 0x7f) << shift
    shift += 7
    if (byte & 0x80 && shift < 35) continue
    numbers.push(value)
    value = 0
    shift = 0
  }
  if (numbers.length !== count || shift !== 0)
    throw new Unreadable('it is damaged: its size and its blocks differ')
  return numbers
}

function mceditContents(data: z.output<typeof mcedit>): Contents {
  const size = sizeOf(data)
  const ids = data.Blocks.value
  if (ids.length !== size.x * size.y * size.z)
    throw new Unreadable('it is damaged: its size and its blocks differ')
  const blocks = ids.map((byte, index) => {
    const more = data.AddBlocks?.value[index >> 1] ?? 0
    const high = index % 2 === 1 ? (more & 0x0f) << 8 : (more & 0xf0) << 4
    const id = (byte & 0xff) + high
    const variant = (data.Data.value[index] ?? 0) & 0x0f
    const block = legacyBlocks(id, variant)
    if (!block) throw new Unreadable(`it has the unknown block ${id}:${variant}`)
    return block
  })
  return { size, blocks }
}

function blueprintOf({ size, blocks }: Contents, name: string, registry: Registry): Blueprint {
  const planned: PlannedBlock[] = []
  const air: Position[] = []
  for (const [index, block] of blocks.entries()) {
    const x = index % size.x
    const z = Math.floor(index / size.x) % size.z
    const y = Math.floor(index / (size.x * size.z))
    if (UNTOUCHED.test(block.name)) continue
    if (AIR.test(block.name)) air.push({ x, y, z })
    else planned.push({ ...block, name: versionedName(registry, block.name), x, y, z })
  }
  if (planned.length === 0) throw new Unreadable('it has no blocks')
  if (planned.length > MAX_BLOCKS)
    throw new Unreadable(`it has ${counted(planned.length, 'block')}; the limit is ${MAX_BLOCKS}`)
  return { name, size, blocks: planned, air }
}
