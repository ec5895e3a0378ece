import { type AssetFiles, builtAssets, nearestAssets } from './asset-files.ts'
import { BlockStates } from './block-states.ts'
import { blockTable } from './block-table.ts'
import { BUILT_PAGE, type WebFile, webFile } from './built-page.ts'
import { type ItemTexture, itemPictures } from './item-pictures.ts'

const byVersion = new Map<string, Promise<ReadonlyMap<string, WebFile>>>()

/**
 * The files for drawing one Minecraft version, by name: `atlas.png`, `blocks.json` and `items.json`.
 * They are made on first use, in about a second.
 * @throws RangeError when minecraft-data does not have the version.
 */
export function versionFiles(version: string): Promise<ReadonlyMap<string, WebFile>> {
  const known = byVersion.get(version)
  if (known) return known
  const files = makeFiles(version)
  byVersion.set(version, files)
  return files
}

async function makeFiles(version: string): Promise<ReadonlyMap<string, WebFile>> {
  const assets = await loadAssets(version)
  const json = (value: unknown) => Buffer.from(JSON.stringify(value))
  const bodies = {
    'atlas.png': Buffer.from(assets.atlas),
    'blocks.json': json(blockTable(version, assets.states)),
    'items.json': json(itemPictures(version, assets)),
  }
  return new Map(Object.entries(bodies).map(([name, body]) => [name, webFile(name, body)]))
}

/** The assets that draw one version. */
export interface VersionAssets {
  readonly atlas: Buffer
  readonly states: BlockStates
  /** Textures of items and blocks, by name. */
  readonly textures: Readonly<Record<string, ItemTexture>>
}

let loaded: Promise<AssetFiles> | null = null

/** The assets of the built package or, in a clone, those of prismarine-viewer. */
export function assetFiles(): Promise<AssetFiles> {
  loaded ??= BUILT_PAGE
    ? Promise.resolve(builtAssets(BUILT_PAGE))
    : import('./viewer-assets.ts').then(({ viewerAssets }) => viewerAssets)
  return loaded
}

/** Loads the assets of the nearest version that has any. */
export async function loadAssets(version: string): Promise<VersionAssets> {
  const files = await assetFiles()
  const nearest = nearestAssets(files.versions, version)
  const [atlas, states, textures] = await Promise.all([
    files.read(nearest, 'atlas.png'),
    files.read(nearest, 'block-states.json'),
    files.read(nearest, 'item-textures.json'),
  ])
  return {
    atlas,
    states: BlockStates.parse(states.toString('utf8')),
    textures: JSON.parse(textures.toString('utf8')),
  }
}
