import type { AssetSource } from './asset-source.ts'
import { ItemIcons } from './item-icons.ts'
import type { ItemPicture } from './item-picture.ts'
import type { BlockTable } from './mesher/block-table.ts'
import { ServerGone } from './server-fetch.ts'

/** Assets for drawing one Minecraft version. */
export interface VersionAssets {
  readonly blocks: BlockTable
  readonly atlas: HTMLImageElement
  readonly icons: ItemIcons
  /** Skins of entities: path to data URL. */
  readonly skins: Readonly<Record<string, string>>
  /** Textures of the cracks in a block, from first to last stage, as data URLs. */
  readonly cracks: readonly string[]
  readonly mesher: () => Worker
}

/** Assets that are loaded or on their way, by source and version: several views share them. */
const known = new Map<AssetSource, Map<string, Promise<VersionAssets>>>()

/** Loads the assets for drawing a version, once. */
export function loadVersion(source: AssetSource, version: string): Promise<VersionAssets> {
  const versions = known.get(source) ?? new Map<string, Promise<VersionAssets>>()
  known.set(source, versions)
  const loading = versions.get(version) ?? loadAnew(source, version)
  versions.set(version, loading)
  // After a failure, the next view tries again.
  loading.catch(() => versions.delete(version))
  return loading
}

async function loadAnew(source: AssetSource, version: string): Promise<VersionAssets> {
  const [blocks, items, skins, cracks, atlas] = await Promise.all([
    source.version<BlockTable>(version, 'blocks.json'),
    source.version<Record<string, ItemPicture>>(version, 'items.json'),
    source.page<Record<string, string>>('entities.json'),
    source.page<readonly string[]>('cracks.json'),
    loadImage(source.url(version, 'atlas.png')),
  ])
  const icons = new ItemIcons(items, atlas)
  return { blocks, atlas, icons, skins, cracks, mesher: () => source.mesher() }
}

/** Loads only the icons of a version's items. */
export async function loadIcons(source: AssetSource, version: string): Promise<ItemIcons> {
  const [items, atlas] = await Promise.all([
    source.version<Record<string, ItemPicture>>(version, 'items.json'),
    loadImage(source.url(version, 'atlas.png')),
  ])
  return new ItemIcons(items, atlas)
}

async function loadImage(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = url
  await image.decode().catch(() => {
    throw new ServerGone()
  })
  return image
}
