import chunkLoader, { type ReadableColumn } from 'prismarine-chunk/src/index.js'

/** At least the highest state id of any version; it only bounds the bits per block. */
const MAX_STATE = 0xffff

const loaders = new Map<string, (json: string) => ReadableColumn>()

/**
 * Reads a chunk from prismarine-chunk's JSON. prismarine-chunk expects the version's registry, of 4 MB or
 * more, but reading only uses the version number.
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
