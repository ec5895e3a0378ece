import chunkLoader, { type ReadableColumn } from 'prismarine-chunk/src/index.js'

/** More bits than any version's block states need; it only bounds how a chunk may be packed. */
const MAX_STATE = 0xffff

const loaders = new Map<string, (json: string) => ReadableColumn>()

/**
 * Reads a chunk that prismarine-chunk wrote. Its code wants a registry of the version, 4 MB and
 * more; for reading, the version's number is all it needs.
 */
export function loadChunkColumn(majorVersion: string, json: string): ReadableColumn {
  const known = loaders.get(majorVersion)
  if (known) return known(json)
  const Column = chunkLoader({
    version: { type: 'pc', majorVersion, '>=': () => false },
    blocks: [{ maxStateId: MAX_STATE }],
    biomes: [],
    supportFeature: () => false,
  })
  const load = (text: string) => Column.fromJson(text)
  loaders.set(majorVersion, load)
  return load(json)
}
