import { gzipSync } from 'node:zlib'
import nbt, { type NBT } from 'prismarine-nbt'
import { Vec3 } from 'vec3'
import type { BlockProperties, Registry } from '#knowledge/registry'
import { SchematicShelf } from '#play/schematics/shelf'
import { type Blueprint, isAsPlanned } from '#skills/building/blueprint'
import type { Level } from '#world/level'

/** A schematic of the package. */
export function packagedBlueprint(registry: Registry, name: string): Blueprint {
  const reading = new SchematicShelf().load(name, registry)
  if (!reading.ok) throw new Error(reading.reason)
  return reading.blueprint
}

/** A blueprint of single blocks: position, name and properties. */
export function blueprintOf(
  ...blocks: readonly (readonly [x: number, y: number, z: number, name: string, BlockProperties?])[]
): Blueprint {
  const edge = (axis: 0 | 1 | 2) => 1 + Math.max(...blocks.map((block) => block[axis]))
  return {
    name: 'test',
    size: { x: edge(0), y: edge(1), z: edge(2) },
    blocks: blocks.map(([x, y, z, name, properties = {}]) => ({ x, y, z, name, properties })),
    air: [],
  }
}

/** The blocks of a world that are not as a blueprint says, one line each. */
export function differences(
  { level }: { readonly level: Level },
  { blocks }: Blueprint,
  corner: Vec3,
): string[] {
  const { registry } = level
  return blocks.flatMap((block) => {
    const { x, y, z } = corner.plus(new Vec3(block.x, block.y, block.z))
    const state = level.state(x, y, z)
    if (isAsPlanned(registry, block, state)) return []
    const found = `${registry.blockName(state)} ${JSON.stringify(registry.blockProperties(state))}`
    return [
      `${block.x} ${block.y} ${block.z} ${block.name} ${JSON.stringify(block.properties)}: ${found}`,
    ]
  })
}

/** A file of the Sponge format, version 2, with a row of blocks. */
export function spongeFile(blocks: readonly string[]): Buffer {
  const short = (value: number) => ({ type: 'short', value })
  const kinds = [...new Set(blocks)]
  const palette = kinds.map((kind, index) => [`minecraft:${kind}`, { type: 'int', value: index }])
  const value = {
    ...{ Width: short(blocks.length), Height: short(1), Length: short(1) },
    Palette: { type: 'compound', value: Object.fromEntries(palette) },
    BlockData: { type: 'byteArray', value: blocks.map((kind) => kinds.indexOf(kind)) },
  }
  return gzipSync(nbt.writeUncompressed({ type: 'compound', name: 'Schematic', value } as NBT))
}
