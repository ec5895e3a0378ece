import { gzipSync } from 'node:zlib'
import nbt, { type NBT } from 'prismarine-nbt'
import { blocksOf, type Design } from './schematic-designs.ts'

/** The version of the data of Minecraft 1.16.5. */
const DATA_VERSION = 2586

/** A file of the Sponge format, version 2. */
export function fileOf(design: Design): Buffer {
  const blocks = blocksOf(design)
  const kinds = [...new Set(blocks)]
  const [rows = []] = design.layers
  const short = (value: number) => ({ type: 'short', value })
  const int = (value: number) => ({ type: 'int', value })
  const palette = kinds.map((kind, index) => [`minecraft:${kind}`, int(index)])
  const root = {
    type: 'compound',
    name: 'Schematic',
    value: {
      Version: int(2),
      DataVersion: int(DATA_VERSION),
      Width: short(rows[0]?.length ?? 0),
      Height: short(design.layers.length),
      Length: short(rows.length),
      PaletteMax: int(kinds.length),
      Palette: { type: 'compound', value: Object.fromEntries(palette) },
      BlockData: { type: 'byteArray', value: blocks.map((kind) => kinds.indexOf(kind)) },
    },
  }
  return gzipSync(nbt.writeUncompressed(root as NBT))
}
