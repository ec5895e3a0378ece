import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import nbt, { type NBT } from 'prismarine-nbt'
import { Schematic } from 'prismarine-schematic'
import seedrandom from 'seedrandom'
import { Vec3 } from 'vec3'
import { describe, expect, it } from 'vitest'
import { registryFor } from '#knowledge/registry'
import { parseBlock } from '#play/schematics/block-text'
import { readSchematic } from '#play/schematics/read-schematic'
import { SchematicShelf } from '#play/schematics/shelf'
import type { Blueprint } from '#skills/building/blueprint'
import { blocksOf, DESIGNS } from '../../../scripts/schematic-designs.ts'

const registry = registryFor('1.16.5')
const samples = join(
  dirname(createRequire(import.meta.url).resolve('prismarine-schematic')),
  'test',
  'schematics',
)

const short = (value: number) => ({ type: 'short', value })
const int = (value: number) => ({ type: 'int', value })
const bytes = (value: readonly number[]) => ({
  type: 'byteArray',
  value: [...Int8Array.from(value)],
})
const compound = (value: object) => ({ type: 'compound', value })

function fileOf(value: object, name = 'Schematic'): Buffer {
  return gzipSync(nbt.writeUncompressed({ ...compound(value), name } as NBT))
}

/** A row of blocks in the Sponge format, version 2. */
function sponge(palette: Record<string, number>, data: readonly number[], edges = {}): Buffer {
  const entries = Object.entries(palette).map(([name, index]) => [name, int(index)])
  return fileOf({
    ...{ Width: short(data.length), Height: short(1), Length: short(1), ...edges },
    Palette: compound(Object.fromEntries(entries)),
    BlockData: bytes(data),
  })
}

function blueprintIn(file: Buffer): Blueprint {
  const reading = readSchematic(file, 'test', registry)
  if (!reading.ok) throw new Error(reading.reason)
  return reading.blueprint
}

function reasonOf(file: Buffer): string | null {
  const reading = readSchematic(file, 'test', registry)
  return reading.ok ? null : reading.reason
}

describe('schematics', () => {
  it('of the package are what the script writes', () => {
    const shelf = new SchematicShelf()
    expect(shelf.names).toEqual(expect.arrayContaining(DESIGNS.map(({ name }) => name)))
    for (const design of DESIGNS) {
      const reading = shelf.load(design.name, registry)
      const planned = blocksOf(design).map((text) => parseBlock(text))
      const solid = planned.filter((block) => block && !/^(air|structure_void)$/.test(block.name))
      expect(reading).toMatchObject({ ok: true, blueprint: { name: design.name } })
      if (!reading.ok) continue
      expect(
        reading.blueprint.blocks.map(({ name, properties }) => ({ name, properties })),
      ).toEqual(solid)
      for (const { name } of reading.blueprint.blocks) expect(registry.hasBlock(name)).toBe(true)
    }
  })

  it('of the Sponge format, version 3, are read', () => {
    const file = fileOf(
      {
        Schematic: compound({
          ...{ Version: int(3), Width: short(2), Height: short(1), Length: short(1) },
          Blocks: compound({
            Palette: compound({
              'minecraft:oak_stairs[facing=east,half=top]': int(0),
              'minecraft:air': int(1),
            }),
            Data: bytes([0, 1]),
          }),
        }),
      },
      '',
    )
    expect(blueprintIn(file)).toEqual({
      name: 'test',
      size: { x: 2, y: 1, z: 1 },
      blocks: [
        { x: 0, y: 0, z: 0, name: 'oak_stairs', properties: { facing: 'east', half: 'top' } },
      ],
      air: [{ x: 1, y: 0, z: 0 }],
    })
  })

  it('of MCEdit are read', () => {
    const file = fileOf({
      ...{ Width: short(3), Height: short(1), Length: short(1) },
      Blocks: bytes([17, 0, 5]),
      Data: bytes([4, 0, 2]),
    })
    const { blocks } = blueprintIn(file)
    expect(blocks).toMatchObject([
      { x: 0, name: 'oak_log', properties: { axis: 'x' } },
      { x: 2, name: 'birch_planks' },
    ])
  })

  it.each(['smallhouse1.schem', 'viking-house1.schematic'])(
    '%s is read as prismarine-schematic reads it',
    async (name) => {
      const file = readFileSync(join(samples, name))
      const theirs = await Schematic.read(file, '1.16.5')
      const ours = blueprintIn(file)
      expect(ours.size).toEqual({ ...theirs.size })
      expect(ours.blocks.length).toBeGreaterThan(20)
      for (const { x, y, z, name } of ours.blocks) {
        const { name: theirName } = theirs.getBlock(new Vec3(x, y, z).plus(theirs.offset))
        expect(theirName).toBe(name)
      }
    },
  )

  it('that hold more than 127 kinds have indices of two bytes', () => {
    const palette: Record<string, number> = { 'minecraft:stone': 0, 'minecraft:dirt': 300 }
    const file = sponge(palette, [0, 0xac, 0x02], { Width: short(2) })
    expect(blueprintIn(file).blocks.map(({ name }) => name)).toEqual(['stone', 'dirt'])
  })

  it.each([
    ['text', Buffer.from('hello'), /no schematic/],
    ['nothing', Buffer.alloc(0), /no schematic/],
    ['a compressed archive of itself', gzipSync(sponge({ stone: 0 }, [0])), /too large/],
    ['a decompression bomb', gzipSync(Buffer.alloc(64 * 2 ** 20)), /damaged/],
    ['another compound', fileOf({ Width: short(1) }), /neither/],
    ['a huge box', sponge({ stone: 0 }, [0], { Width: short(-1) }), /65535 by 1 by 1/],
    ['an empty box', sponge({ stone: 0 }, [0], { Width: short(0) }), /0 by 1 by 1/],
    ['too few blocks', sponge({ stone: 0 }, [0], { Width: short(2) }), /differ/],
    ['an index without a kind', sponge({ stone: 0 }, [7]), /not in its palette/],
    ['an index without an end', sponge({ stone: 0 }, [0x80]), /differ/],
    ['control characters', sponge({ 'minecraft:\u001b[2Jstone': 0 }, [0]), /no block/],
    ['a path', sponge({ '../../etc/passwd': 0 }, [0]), /no block/],
    ['only air', sponge({ 'minecraft:air': 0 }, [0, 0]), /no blocks/],
    [
      'too many blocks',
      sponge({ stone: 0 }, Array(32 * 32 * 5).fill(0), {
        Width: short(32),
        Height: short(5),
        Length: short(32),
      }),
      /5120 blocks/,
    ],
  ])('with %s are refused', (_what, file, reason) => {
    expect(reasonOf(file)).toMatch(reason)
  })

  it('that are damaged anywhere give blueprints within the limits, or a reason', () => {
    const random = seedrandom('damage')
    const file = nbt.writeUncompressed({
      ...compound({
        ...{ Width: short(2), Height: short(2), Length: short(2) },
        Palette: compound({ 'minecraft:stone': int(0), 'minecraft:air': int(1) }),
        BlockData: bytes([0, 1, 0, 1, 0, 0, 0, 1]),
      }),
      name: 'Schematic',
    } as NBT)
    for (let tries = 0; tries < 500; tries++) {
      const damaged = Buffer.from(file)
      for (let hits = 0; hits < 3; hits++)
        damaged[Math.floor(random() * damaged.length)] = Math.floor(random() * 256)
      const reading = readSchematic(damaged, 'test', registry)
      if (reading.ok) expect(reading.blueprint.blocks.length).toBeLessThanOrEqual(4096)
      else expect(reading.reason).not.toBe('')
    }
  })

  it('are chosen by bare names among the files of their folders', () => {
    const folder = mkdtempSync(join(tmpdir(), 'schematics-'))
    const mine = join(folder, 'mine')
    mkdirSync(mine)
    writeFileSync(join(folder, 'secret.schem'), sponge({ stone: 0 }, [0]))
    writeFileSync(join(mine, 'Hut.schem'), sponge({ stone: 0 }, [0]))
    writeFileSync(join(mine, 'notes.txt'), 'x')
    writeFileSync(join(mine, '.hidden.schem'), 'x')
    writeFileSync(join(mine, 'big.schem'), Buffer.alloc(2 ** 20 + 1))
    symlinkSync(join(folder, 'secret.schem'), join(mine, 'link.schem'))
    const shelf = new SchematicShelf([mine, join(folder, 'none')])
    expect(shelf.names).toEqual(['big', 'hut'])
    expect(shelf.load('hut', registry).ok).toBe(true)
    expect(shelf.load('big', registry)).toEqual({ ok: false, reason: 'the file is too large' })
    for (const name of ['../secret', 'link', '', 'notes', '/etc/passwd', 'constructor'])
      expect(shelf.load(name, registry)).toEqual({
        ok: false,
        reason: 'there is none of that name',
      })
  })
})
